/**
 * A search that is asked at every keystroke. What is typed becomes, word by word, terms of the
 * index that are whole: FTS5 walks a term from the newest row on and stops when told, while a
 * prefix, a phrase or two terms that never meet are gathered or sought to the end first.
 */
import { fold } from '../../../shared/areas/search/search.rules.ts';
import { isBeginning, quoted, typedAddress } from './alert-search.ts';

const TEXT_COLUMNS = '{title description source source_host source_user}';
const NOT_A_WORD = /[^\p{L}\p{N}]+/u;
/** Of a text with more parts than this, the rest is only looked at where these are found. */
const PARTS_MAX = 4;

/** A typed word: what of it stands in a text, and what among the entities. */
export interface TypedWord {
  /** One after the other in a text ('web', '01', 'corp' of 'web-01.corp'); empty for a whole address. */
  readonly parts: readonly string[];
  /** The beginning of a term: the last part, or the first groups of an address. */
  readonly beginning: { readonly of: 'text' | 'entity'; readonly prefix: string } | null;
  /** An address that is typed in full, as a term of the entities. */
  readonly entity: string | null;
}

export function toTypedWord(word: string): TypedWord {
  const parts = word.split(NOT_A_WORD).filter(Boolean);
  const address = typedAddress(word);
  if (address?.text === null) return { parts: [], beginning: null, entity: address.word };
  if (address) return { parts, beginning: { of: 'entity', prefix: address.word }, entity: null };
  const prefix = parts.at(-1) ?? '';
  const mayBegin = isBeginning(word) && !NOT_A_WORD.test(word.slice(-1));
  return { parts, beginning: mayBegin ? { of: 'text', prefix } : null, entity: null };
}

/**
 * What the index is asked for a word, each a choice of terms; where `terms` are those that begin as
 * the word does. Nothing where no address begins so.
 */
export function wordMatches(word: TypedWord, terms: readonly string[]): string[] {
  if (word.entity !== null) return [anyOf('entity_terms', [word.entity])];
  if (word.beginning?.of === 'entity') return terms.length ? [anyOf('entity_terms', terms)] : [];
  const lead = word.parts.slice(0, -1).slice(0, PARTS_MAX);
  const last = word.parts.slice(-1);
  return [
    ...lead.map((part) => anyOf(TEXT_COLUMNS, [part])),
    anyOf(TEXT_COLUMNS, [...new Set([...last, ...terms])]),
  ];
}

function anyOf(columns: string, terms: readonly string[]): string {
  return `(${columns} : (${terms.map(quoted).join(' OR ')}))`;
}

export interface AlertTexts {
  readonly title: string;
  readonly description: string;
  readonly source: string;
  readonly source_host: string | null;
  readonly source_user: string | null;
  readonly entity_terms: string | null;
}

/** Whether an alert answers all words: what the index would say, from the alert itself. */
export function alertTest(words: readonly TypedWord[]): (alert: AlertTexts) => boolean {
  const tests = words.map((word) => ({
    text: word.parts.length === 0 ? null : textPattern(word),
    begins: word.beginning?.of === 'entity' ? ` ${word.beginning.prefix}` : null,
    whole: word.entity === null ? null : ` ${word.entity} `,
  }));
  return (alert) => {
    const { title, description, source, source_host, source_user } = alert;
    const text = fold([title, description, source, source_host, source_user].join('\n'));
    const entities = ` ${alert.entity_terms ?? ''} `;
    return tests.every(
      ({ text: pattern, begins, whole }) =>
        pattern?.test(text) ||
        (begins !== null && entities.includes(begins)) ||
        (whole !== null && entities.includes(whole)),
    );
  };
}

/** Parts hold letters and digits only, so that none is an operator of the pattern. */
function textPattern(word: TypedWord): RegExp {
  const end = word.beginning?.of === 'text' ? '' : '(?![\\p{L}\\p{N}])';
  return new RegExp(`(?<![\\p{L}\\p{N}])${word.parts.join('[^\\p{L}\\p{N}\\n]+')}${end}`, 'u');
}
