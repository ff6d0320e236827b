/** ASN.1 in its distinguished encoding: ITU-T X.690 sections 8.1 and 10. Bounded, never recursive. */
import { u8 } from './bytes.ts';

export interface Element {
  readonly tag: number;
  readonly at: number;
  readonly end: number;
}

const MOST_ELEMENTS = 512;

/** One element; null where its length reaches over `end`. */
export function elementAt(bytes: Uint8Array, at: number, end: number): Element | null {
  if (at + 2 > end) return null;
  const first = u8(bytes, at + 1);
  const more = first < 0x80 ? 0 : first & 0x7f;
  if (more > 4 || at + 2 + more > end) return null;
  let length = more === 0 ? first : 0;
  for (let i = 0; i < more; i++) length = length * 256 + u8(bytes, at + 2 + i);
  const start = at + 2 + more;
  if (start + length > end) return null;
  return { tag: u8(bytes, at), at: start, end: start + length };
}

export function children(bytes: Uint8Array, parent: Element | null): Element[] {
  const list: Element[] = [];
  let at = parent?.at ?? 0;
  const end = parent?.end ?? 0;
  while (at < end && list.length < MOST_ELEMENTS) {
    const element = elementAt(bytes, at, end);
    if (element === null) break;
    list.push(element);
    at = element.end;
  }
  return list;
}

/** The element with this tag among them, opened: what it wraps. */
export function inner(bytes: Uint8Array, list: readonly Element[], tag: number): Element | null {
  const wrapper = list.find((element) => element.tag === tag);
  return wrapper === undefined ? null : elementAt(bytes, wrapper.at, wrapper.end);
}

/** An INTEGER of up to six bytes; NaN where there is none. */
export function integerOf(bytes: Uint8Array, element: Element | null): number {
  if (element === null || element.end - element.at > 6) return Number.NaN;
  let value = u8(bytes, element.at) > 127 ? -1 : 0;
  for (let at = element.at; at < element.end; at++) value = value * 256 + u8(bytes, at);
  return value;
}
