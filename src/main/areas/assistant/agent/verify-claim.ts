/**
 * One claim of a model against the records it cites. Nothing here trusts a word of it: a claim holds
 * only where every id is of this run, every quote stands in its record, every number and order can be
 * counted again, and everything it names is in the case.
 */
import type { Claim } from '../../../../shared/areas/assistant/agent.types.ts';
import { findInjections } from '../../../../shared/areas/assistant/injection.ts';
import type { CaseFile, CaseRecord } from './case-file.ts';
import { isNumberRight } from './claim-numbers.ts';
import { type CitedRecord, isOrderRight } from './claim-order.ts';
import { hasOtherDigits, type NamedThings, thingsOf } from './claim-text.ts';
import { isTimeOf } from './claim-time.ts';
import { visible } from './untrusted-json.ts';

export type Doubt =
  | 'no evidence'
  | 'unknown evidence'
  | 'no quote'
  | 'quote not in the record'
  | 'number not in the records'
  | 'time not in the records'
  | 'order not of the records'
  | 'names what is not in the case'
  | 'instructs or excuses';

export type Checked = { readonly claim: Claim } | { readonly doubt: Doubt };

const QUOTE_MIN = 4;

const spaced = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Whether a quote stands in one field of a record; only white space may differ. */
function stands(quote: string, { fields }: CaseRecord): boolean {
  const sought = spaced(quote);
  if (sought === '') return false;
  return Object.values(fields).some((field) => {
    const value = spaced(field);
    return value === sought || (sought.length >= QUOTE_MIN && value.includes(sought));
  });
}

export function verifyClaim(claim: Claim, file: CaseFile): Checked {
  const text = spaced(visible(claim.text));
  if (claim.evidence.length === 0 || text === '') return { doubt: 'no evidence' };
  const cited: CitedRecord[] = [];
  for (const { id, quote } of claim.evidence) {
    const record = file.find(id);
    if (!record) return { doubt: 'unknown evidence' };
    if (quote !== null && !stands(quote, record)) return { doubt: 'quote not in the record' };
    cited.push({ record, quote: quote === null ? null : spaced(quote) });
  }
  if (cited.every(({ quote }) => quote === null)) return { doubt: 'no quote' };
  const doubt = doubtOfText(text, file, cited);
  if (doubt) return { doubt };
  return {
    claim: {
      text: withAnswerIds(text, file),
      evidence: cited.map(({ record, quote }) => ({ id: record.id, quote })),
    },
  };
}

/** What is wrong with a sentence, held against the records it cites; null where nothing is. */
function doubtOfText(text: string, file: CaseFile, cited: readonly CitedRecord[]): Doubt | null {
  const named = thingsOf(text);
  const loose = doubtOfNames(text, named, file);
  if (loose) return loose;
  if (!named.times.every((time) => isTimeKnown(time, cited))) return 'time not in the records';
  if (!named.numbers.every((number) => isNumberRight(number, cited)))
    return 'number not in the records';
  return isOrderRight(text, cited) ? null : 'order not of the records';
}

/** Free words (a hypothesis, what could not be checked): may say nothing that is not in the case. */
export function verifyWords(words: string, file: CaseFile): string | null {
  const text = spaced(visible(words));
  const named = thingsOf(text);
  if (text === '' || named.numbers.length > 0 || doubtOfNames(text, named, file)) return null;
  const all = file.records.map((record) => ({ record, quote: null }));
  return named.times.every((time) => isTimeKnown(time, all)) ? withAnswerIds(text, file) : null;
}

function doubtOfNames(text: string, named: NamedThings, file: CaseFile): Doubt | null {
  if (named.evidenceIds.some((id) => !file.find(id))) return 'unknown evidence';
  if (hasOtherDigits(text)) return 'number not in the records';
  if (!named.tokens.every((token) => isInCase(token, file))) return 'names what is not in the case';
  return findInjections({ text }).length > 0 ? 'instructs or excuses' : null;
}

/** Whole, not within another word: `10.0.0.1` is not in `10.0.0.12`. */
function isInCase(token: string, file: CaseFile): boolean {
  const sought = token.toLowerCase();
  const isNumeric = /^[\d.]+$/.test(sought);
  const holds = (text: string): boolean => {
    const lower = text.toLowerCase();
    for (let at = lower.indexOf(sought); at >= 0; at = lower.indexOf(sought, at + 1)) {
      const [before, after] = [
        lower.slice(Math.max(0, at - 2), at),
        lower.slice(at + sought.length),
      ];
      const isPart = isNumeric && (/\d\.$/.test(before) || /^\.\d/.test(after));
      if (!isPart && isEdge(before.slice(-1)) && isEdge(after.charAt(0))) return true;
    }
    return false;
  };
  return (
    file.entities.some((entity) => holds(entity) || holds(entity.slice(entity.indexOf(':') + 1))) ||
    file.records.some(({ ref, fields }) => holds(ref.id) || Object.values(fields).some(holds))
  );
}

const isEdge = (letter: string): boolean => letter === '' || !/[\p{L}\p{N}]/u.test(letter);

const isTimeKnown = (time: string, cited: readonly CitedRecord[]): boolean =>
  cited.some(
    ({ record }) =>
      (record.at !== null && isTimeOf(time, record.at)) ||
      Object.values(record.fields).some((field) => field.includes(time)),
  );

/** Evidence ids as the answer has them. */
const withAnswerIds = (text: string, file: CaseFile): string =>
  text.replace(/(?<![\w-])E\d{1,6}-\w{1,16}(?![\w-])/g, (id) => file.find(id)?.id ?? id);
