/**
 * Names in NTLM messages: [MS-NLMP] sections 2.2.1.1 to 2.2.1.3. Responses to the challenge are not
 * kept: they can be guessed at offline.
 */
import { latin1, startsWith, u16, u16Le, u32Le, utf16Le } from './bytes.ts';

const SIGNATURE = 'NTLMSSP\0';
const UNICODE = 1;

export function findNtlm(bytes: Uint8Array, from: number, end: number): number {
  for (
    let at = bytes.indexOf(0x4e, from);
    at >= 0 && at + 32 <= end;
    at = bytes.indexOf(0x4e, at + 1)
  ) {
    if (u16(bytes, at) === 0x4e54 && startsWith(bytes, at, end, SIGNATURE)) return at;
  }
  return -1;
}

/** `at` is the signature. Null where this is no message with names. */
export function readNtlm(
  bytes: Uint8Array,
  at: number,
  end: number,
): Record<string, string> | null {
  const type = u32Le(bytes, at + 8);
  const text = (field: number, unicode: boolean): string => {
    const start = at + u32Le(bytes, field + 4);
    const stop = start + u16Le(bytes, field);
    if (stop > end) return '';
    return unicode ? utf16Le(bytes, start, stop) : latin1(bytes, start, stop);
  };
  if (type === 2) {
    return { ntlmTarget: text(at + 12, (u32Le(bytes, at + 20) & UNICODE) !== 0) };
  }
  if (type !== 3 || at + 64 > end) return null;
  const unicode = (u32Le(bytes, at + 60) & UNICODE) !== 0;
  return {
    domain: text(at + 28, unicode),
    user: text(at + 36, unicode),
    workstation: text(at + 44, unicode),
  };
}
