/**
 * Who a certificate is for: distinguished names, written as RFC 4514 writes them but in the certificate's
 * order, and the alternative names of RFC 5280 section 4.2.1.6.
 */
import { ipv4Text, ipv6FromBytes } from './addresses.ts';
import { hex, i32, latin1, u8, utf8 } from './bytes.ts';
import { children, type Element } from './der.ts';

/** Attribute types of RFC 4514 section 3 and what certificates hold besides. */
const ATTRIBUTES: Readonly<Record<string, string>> = {
  '550403': 'CN',
  '550404': 'SN',
  '550405': 'serialNumber',
  '550406': 'C',
  '550407': 'L',
  '550408': 'ST',
  '550409': 'STREET',
  '55040a': 'O',
  '55040b': 'OU',
  '55040c': 'title',
  '55040f': 'businessCategory',
  '550411': 'postalCode',
  '55042a': 'GN',
  '0992268993f22c640119': 'DC',
  '2a864886f70d010901': 'emailAddress',
};

function stringOf(bytes: Uint8Array, { tag, at, end }: Element): string {
  if (tag === 0x1e) {
    let text = '';
    for (let to = at; to + 1 < end; to += 2) {
      text += String.fromCharCode((u8(bytes, to) << 8) | u8(bytes, to + 1));
    }
    return text;
  }
  return tag === 0x0c ? utf8(bytes, at, end) : latin1(bytes, at, end);
}

export function nameOf(bytes: Uint8Array, element: Element | undefined): string {
  const parts: string[] = [];
  for (const set of children(bytes, element ?? null)) {
    for (const pair of children(bytes, set)) {
      const [type, value] = children(bytes, pair);
      if (type === undefined || value === undefined) continue;
      const id = hex(bytes, type.at, type.end);
      parts.push(`${ATTRIBUTES[id] ?? id}=${stringOf(bytes, value)}`);
    }
  }
  return parts.join(', ');
}

const MOST_NAMES = 500;

const ALTERNATIVE_NAMES = '551d11';

/** RFC 5280 section 4.2.1.6: mail, DNS, URI and IP addresses. */
function generalName(bytes: Uint8Array, { tag, at, end }: Element): string {
  if (tag === 0x81 || tag === 0x82 || tag === 0x86) return latin1(bytes, at, end);
  if (tag === 0x87 && end - at === 4) return ipv4Text(i32(bytes, at));
  if (tag === 0x87 && end - at === 16) return ipv6FromBytes(bytes, at);
  return '';
}

export function alternativeNames(bytes: Uint8Array, wrapper: Element | undefined): string[] {
  const names: string[] = [];
  const [list] = children(bytes, wrapper ?? null);
  for (const extension of children(bytes, list ?? null)) {
    const parts = children(bytes, extension);
    const [id] = parts;
    const value = parts.at(-1);
    if (id === undefined || value === undefined) continue;
    if (hex(bytes, id.at, id.end) !== ALTERNATIVE_NAMES) continue;
    const [sequence] = children(bytes, value);
    for (const name of children(bytes, sequence ?? null)) {
      const text = generalName(bytes, name);
      if (text !== '' && names.length < MOST_NAMES) names.push(text);
    }
  }
  return names;
}
