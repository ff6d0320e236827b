/** Encodings of Sigma's values (modifiers appendix 2.1.0, 'Encoding'), as strings of bytes. */

/** UTF-8 as a string whose characters are bytes; a lone surrogate becomes U+FFFD. */
export function utf8(text: string): string {
  let bytes = '';
  for (const char of text) {
    let code = char.codePointAt(0) ?? 0;
    if (code >= 0xd800 && code <= 0xdfff) code = 0xfffd;
    if (code < 0x80) bytes += String.fromCharCode(code);
    else if (code < 0x800) bytes += String.fromCharCode(0xc0 | (code >> 6), tail(code));
    else if (code < 0x10000)
      bytes += String.fromCharCode(0xe0 | (code >> 12), tail(code >> 6), tail(code));
    else
      bytes += String.fromCharCode(
        0xf0 | (code >> 18),
        tail(code >> 12),
        tail(code >> 6),
        tail(code),
      );
  }
  return bytes;
}

function tail(code: number): number {
  return 0x80 | (code & 0x3f);
}

export function utf16(text: string, order: 'le' | 'be'): string {
  let bytes = '';
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const [low, high] = [code & 0xff, code >> 8];
    bytes += order === 'le' ? String.fromCharCode(low, high) : String.fromCharCode(high, low);
  }
  return bytes;
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** RFC 4648, with padding. */
export function base64(bytes: string): string {
  let out = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const left = bytes.length - at;
    const word =
      (bytes.charCodeAt(at) << 16) |
      ((left > 1 ? bytes.charCodeAt(at + 1) : 0) << 8) |
      (left > 2 ? bytes.charCodeAt(at + 2) : 0);
    out += ALPHABET.charAt(word >> 18) + ALPHABET.charAt((word >> 12) & 63);
    out += left > 1 ? ALPHABET.charAt((word >> 6) & 63) : '=';
    out += left > 2 ? ALPHABET.charAt(word & 63) : '=';
  }
  return out;
}

/**
 * The three spellings of bytes within a longer Base64 text, without the letters at both ends that also
 * depend on what stands beside them.
 */
export function base64Offsets(bytes: string): readonly string[] {
  return [0, 1, 2].map((shift) => {
    const whole = base64('\0'.repeat(shift) + bytes);
    const first = Math.ceil((shift * 8) / 6);
    const last = Math.floor(((shift + bytes.length) * 8) / 6);
    return whole.slice(first, last);
  });
}
