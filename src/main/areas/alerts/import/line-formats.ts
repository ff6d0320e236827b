import {
  IMPORT_FORMAT_LABELS,
  type ImportFormat,
} from '../../../../shared/areas/alerts/imports.contract.ts';
import { readFastLine } from './formats/suricata-fast.format.ts';
import { hasPriority, readSyslogLine } from './formats/syslog-line.ts';

/** What a line of text may be, by itself. */
const LINE_FORMATS: readonly (readonly [ImportFormat, (text: string) => boolean])[] = [
  ['suricata-fast', (text) => readFastLine(text) !== null],
  ['cef', (text) => messageBegins(text, 'CEF:')],
  ['leef', (text) => messageBegins(text, 'LEEF:')],
  ['syslog', hasPriority],
];

function messageBegins(text: string, mark: string): boolean {
  return text.includes(mark) && readSyslogLine(text).message.startsWith(mark);
}

export const isLineFormat = (format: ImportFormat): boolean =>
  LINE_FORMATS.some(([known]) => known === format);

/** The format that half of the lines have, and the sentence that says so; null where none is. */
export function voteOnLines(
  lines: readonly string[],
): { readonly format: ImportFormat; readonly reason: string } | null {
  const count = lines.length;
  for (const [format, isLine] of LINE_FORMATS) {
    const votes = lines.filter(isLine).length;
    if (votes === 0 || votes * 2 < count) continue;
    const share = votes === count ? 'every line has' : `${votes} of ${count} lines have`;
    return { format, reason: `${share} the form of ${IMPORT_FORMAT_LABELS[format]}` };
  }
  return null;
}
