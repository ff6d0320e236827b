const BYTES_PER_LINE = 16;

export interface HexLine {
  readonly offset: string;
  readonly hex: string;
  readonly text: string;
}

/** Bytes given in base64 as lines of a hex dump, at most `maxLines` of them. */
export function hexLines(base64: string, maxLines: number): HexLine[] {
  const neededChars = Math.ceil((maxLines * BYTES_PER_LINE) / 3) * 4;
  const bytes = atob(base64.slice(0, neededChars));
  const lines: HexLine[] = [];
  for (let at = 0; at < bytes.length && lines.length < maxLines; at += BYTES_PER_LINE) {
    const part = [...bytes.slice(at, at + BYTES_PER_LINE)];
    const codes = part.map((character) => character.charCodeAt(0));
    lines.push({
      offset: at.toString(16).padStart(8, '0'),
      hex: codes.map((code) => code.toString(16).padStart(2, '0')).join(' '),
      text: codes
        .map((code) => (code >= 32 && code < 127 ? String.fromCharCode(code) : '.'))
        .join(''),
    });
  }
  return lines;
}
