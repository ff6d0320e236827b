/**
 * Kerberos 5: RFC 4120 sections 5.4.1 (requests), 5.4.2 (replies), 5.9.1 (errors), over UDP as it is and
 * over TCP behind a length (7.2.2). Names and encryption types only: RC4 (23) is what roasting asks for.
 */
import { latin1, u8, u32 } from './bytes.ts';
import { children, type Element, elementAt, inner, integerOf } from './der.ts';
import type { MessageShape } from './message-splitter.ts';

export const KERBEROS_SHAPE: MessageShape = {
  header: 4,
  keep: 16_384,
  length: (bytes, at) => (u8(bytes, at) > 0 ? -1 : u32(bytes, at)),
};

const MESSAGES: Readonly<Record<number, string>> = {
  106: 'AS-REQ',
  107: 'AS-REP',
  108: 'TGS-REQ',
  109: 'TGS-REP',
  126: 'KRB-ERROR',
};

function text(bytes: Uint8Array, element: Element | null): string {
  return element === null ? '' : latin1(bytes, element.at, element.end);
}

/** A PrincipalName: its type, then the parts of the name. */
function principal(bytes: Uint8Array, element: Element | null): string {
  const parts = inner(bytes, children(bytes, element), 0xa1);
  return children(bytes, parts)
    .map((part) => text(bytes, part))
    .join('/');
}

function integers(bytes: Uint8Array, element: Element | null): string {
  return children(bytes, element)
    .map((item) => integerOf(bytes, item))
    .join(', ');
}

function request(bytes: Uint8Array, fields: readonly Element[]): Record<string, string> {
  const body = children(bytes, inner(bytes, fields, 0xa4));
  return {
    client: principal(bytes, inner(bytes, body, 0xa1)),
    realm: text(bytes, inner(bytes, body, 0xa2)),
    service: principal(bytes, inner(bytes, body, 0xa3)),
    encryptionTypes: integers(bytes, inner(bytes, body, 0xa8)),
  };
}

function encryptionType(bytes: Uint8Array, sealed: Element | null): string {
  const type = inner(bytes, children(bytes, sealed), 0xa0);
  return type === null ? '' : String(integerOf(bytes, type));
}

function reply(bytes: Uint8Array, fields: readonly Element[]): Record<string, string> {
  const wrapper = inner(bytes, fields, 0xa5);
  const ticket = children(bytes, children(bytes, wrapper)[0] ?? null);
  return {
    client: principal(bytes, inner(bytes, fields, 0xa4)),
    realm: text(bytes, inner(bytes, fields, 0xa3)),
    service: principal(bytes, inner(bytes, ticket, 0xa2)),
    ticketEncryption: encryptionType(bytes, inner(bytes, ticket, 0xa3)),
    encryption: encryptionType(bytes, inner(bytes, fields, 0xa6)),
  };
}

function failure(bytes: Uint8Array, fields: readonly Element[]): Record<string, string> {
  return {
    error: String(integerOf(bytes, inner(bytes, fields, 0xa6))),
    client: principal(bytes, inner(bytes, fields, 0xa8)),
    realm: text(bytes, inner(bytes, fields, 0xa9)),
    service: principal(bytes, inner(bytes, fields, 0xaa)),
  };
}

export interface KerberosMessage {
  readonly message: string;
  readonly fields: Record<string, string>;
}

/** Null where the bytes are no such message. */
export function readKerberos(bytes: Uint8Array, at: number, end: number): KerberosMessage | null {
  const message = MESSAGES[u8(bytes, at)];
  const outer = message === undefined ? null : elementAt(bytes, at, end);
  const sequence = outer === null ? null : elementAt(bytes, outer.at, outer.end);
  if (message === undefined || sequence?.tag !== 0x30) return null;
  const fields = children(bytes, sequence);
  const read = message.endsWith('REQ') ? request : message.endsWith('REP') ? reply : failure;
  return { message, fields: { message, ...read(bytes, fields) } };
}
