/** The line of an event of Windows: a template of the table filled in, or its first fields where there is none. */
import type { EventFields } from '../events/event.types.ts';
import { firstField } from '../logs/fields.ts';
import { oneLine } from '../logs/one-line.ts';

/** Texts and fields in turn: 'by ', SubjectUserName. */
export type Part = readonly (readonly [text: string, field: string | null])[];

const FALLBACK_FIELDS = 6;
const FALLBACK_CHARS = 80;
const OF_SYSTEM = new Set(
  (
    'Channel Provider_Name EventID Computer Provider_Guid Provider_EventSourceName EventID_Qualifiers ' +
    'Version Level Task Opcode Keywords TimeCreated_SystemTime EventRecordID Correlation_ActivityID ' +
    'Correlation_RelatedActivityID Execution_ProcessID Execution_ThreadID Security_UserID Correlation Security'
  ).split(' '),
);

export function partOf(text: string): Part {
  return [...text.matchAll(/([^{]*)(?:\{([^}]*)\})?/g)]
    .filter(([whole]) => whole !== '')
    .map(([, before = '', field]) => [before, field ?? null] as const);
}

/** A part is left out where one of its fields says nothing; the first part always stands. */
export function lineOf(parts: readonly Part[], fields: EventFields): string {
  let line = '';
  for (const [at, part] of parts.entries()) {
    let text = '';
    for (const [before, field] of part) {
      const value = field === null ? '' : firstField(fields, field);
      if (field !== null && at > 0 && (value === '' || value === '-')) {
        text = '';
        break;
      }
      text += before + value;
    }
    line += text;
  }
  return oneLine(line);
}

export function fallback(fields: EventFields, provider: string, code: string): string {
  let line = '';
  let count = 0;
  for (const name in fields) {
    if (OF_SYSTEM.has(name)) continue;
    const value = firstField(fields, name);
    if (value === '' || value === '-') continue;
    line += `${count === 0 ? ': ' : ', '}${name} ${value.slice(0, FALLBACK_CHARS)}`;
    if (++count === FALLBACK_FIELDS) break;
  }
  return oneLine(`${provider} ${code}${line}`);
}
