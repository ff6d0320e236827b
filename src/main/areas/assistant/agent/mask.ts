/** Records without the texts that instruct or excuse: what is said of a case must not depend on them. */
import { findInjections } from '../../../../shared/areas/assistant/injection.ts';
import type { CaseFile, CaseRecord } from './case-file.ts';

const MASK = '[text masked]';
/** The sentence around it goes too, as far as this. */
const AROUND_MAX = 200;
const PASSES = 3;
const SENTENCE_END = /[.!?;|\n\r{}[\]"]/;

function maskRecord<R extends Pick<CaseRecord, 'fields'>>(record: R): R {
  let fields: Readonly<Record<string, string>> = record.fields;
  // What stood beside a masked text may only now be found.
  for (let pass = 0; pass < PASSES; pass++) {
    const masked = maskFields(fields);
    if (masked === fields) break;
    fields = masked;
  }
  // What is still found after that hides too well to be shown in part.
  for (const { field } of findInjections(fields)) fields = { ...fields, [field]: MASK };
  const kept = Object.entries(fields).filter(([name]) => findInjections({ name }).length === 0);
  return { ...record, fields: Object.fromEntries(kept) };
}

export const maskText = (text: string): string =>
  maskRecord({ fields: { text } }).fields.text ?? MASK;

/** A case in which those texts were never written; it takes no more records. */
export function maskedCase(file: CaseFile): CaseFile {
  const records = file.records.map(maskRecord);
  const byId = new Map(records.map((record) => [record.shownId, record]));
  const entities = file.entities.filter((entity) => maskText(entity) === entity);
  return {
    ...{ records, entities, findings: file.findings },
    find: (id) => byId.get(id),
    refOf: (id) => byId.get(id)?.ref,
    hasEntity: (entity) => entities.includes(entity),
    add: () => undefined,
  };
}

function maskFields(fields: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const found = findInjections(fields);
  if (found.length === 0) return fields;
  const masked: Record<string, string> = { ...fields };
  // From the end, so that places before stay what they are.
  for (const { field, start, end } of [...found].sort((a, b) => b.start - a.start)) {
    const text = masked[field];
    if (text === undefined) continue;
    masked[field] = `${text.slice(0, before(text, start))}${MASK}${text.slice(after(text, end))}`;
  }
  return masked;
}

function before(text: string, start: number): number {
  let at = start;
  while (at > 0 && start - at < AROUND_MAX && !SENTENCE_END.test(text.charAt(at - 1))) at--;
  return at;
}

function after(text: string, end: number): number {
  let at = end;
  while (at < text.length && at - end < AROUND_MAX && !SENTENCE_END.test(text.charAt(at))) at++;
  return at;
}
