/**
 * A word or phrase of a query: what of it the search index can be asked for, and the test of an alert
 * itself. Meanings are those of the search (alert-search.ts); the test decides, the index only leads there.
 */

import { fold } from '../../../shared/areas/search/search.rules.ts';
import type { QueryValue } from '../../../shared/areas/views/query-lexer.ts';
import { isLike } from '../../../shared/areas/views/query-match.ts';
import { isBeginning, quoted, techniqueWord, typedAddress } from './alert-search.ts';

/** Columns of the search index. */
export type WordColumns = 'title' | 'title description' | 'entity_terms' | typeof ALL_TEXTS;
export const ALL_TEXTS = 'title description source source_host source_user';

/** One term of the index, or all that begin so. */
export interface IndexTerm {
  readonly columns: WordColumns;
  readonly term: string;
  readonly isBeginning: boolean;
}

/** Alternatives (`or`) or all of several (`and`) that an alert must have to match. */
export type IndexNeed =
  | { readonly type: 'term'; readonly term: IndexTerm }
  | { readonly type: 'and' | 'or'; readonly needs: readonly IndexNeed[] };

export interface WordTexts {
  readonly title: string;
  readonly description: string;
  readonly source: string;
  readonly source_host: string | null;
  readonly source_user: string | null;
  readonly entity_terms: string | null;
}

export interface WordTest {
  /** Null where the index is of no help. */
  readonly need: IndexNeed | null;
  readonly test: (texts: WordTexts) => boolean;
}

const NOT_A_WORD = /[^\p{L}\p{N}]+/u;
const TECHNIQUE = /^t\d{4}(?:\.\d{3})?$/i;

type ReadTexts = (texts: WordTexts) => ReadonlyArray<string | null>;

const TEXTS: Readonly<Record<WordColumns, ReadTexts>> = {
  title: ({ title }) => [title],
  'title description': ({ title, description }) => [title, description],
  entity_terms: ({ entity_terms }) => [entity_terms],
  [ALL_TEXTS]: (texts) => [
    texts.title,
    texts.description,
    texts.source,
    texts.source_host,
    texts.source_user,
  ],
};

export function wordTest(value: QueryValue, columns: WordColumns): WordTest {
  const [typed = ''] = value.pieces;
  const read = TEXTS[columns];
  const isOpen = value.pieces.length === 2 && value.pieces[1] === '';
  if (value.pieces.length > 1 && !isOpen) return innerWildcards(value, read);
  const text = phrase(typed, columns, isOpen || (!value.isQuoted && isBeginning(typed)));
  if (columns !== ALL_TEXTS) return text;
  const entity = entityTerm(typed);
  if (!entity) return text;
  const { term, isWhole } = entity;
  const sought = term.isBeginning ? ` ${term.term}` : ` ${term.term} `;
  const inEntities = (texts: WordTexts) => ` ${texts.entity_terms ?? ''} `.includes(sought);
  if (isWhole) return { need: { type: 'term', term }, test: inEntities };
  const needs: IndexNeed[] = [{ type: 'term', term }, ...(text.need ? [text.need] : [])];
  return {
    need: text.need && { type: 'or', needs },
    test: (texts) => inEntities(texts) || text.test(texts),
  };
}

/** An address or a technique as a term of its own. */
function entityTerm(typed: string): { term: IndexTerm; isWhole: boolean } | null {
  const columns = 'entity_terms';
  const address = typedAddress(typed);
  if (address) {
    const isWhole = address.text === null;
    return { term: { columns, term: address.word, isBeginning: !isWhole }, isWhole };
  }
  if (!TECHNIQUE.test(typed)) return null;
  const term = { columns, term: techniqueWord(typed), isBeginning: !typed.includes('.') } as const;
  return { term, isWhole: false };
}

/** Parts one after the other in one text; the last may be the beginning of a word. */
function phrase(typed: string, columns: WordColumns, isOpen: boolean): WordTest {
  const parts = fold(typed).split(NOT_A_WORD).filter(Boolean);
  const end = isOpen ? '' : '(?![\\p{L}\\p{N}])';
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])${parts.join('[^\\p{L}\\p{N}]+')}${end}`, 'u');
  const read = TEXTS[columns];
  const needs = parts.map(
    (part, n): IndexNeed => ({
      type: 'term',
      term: { columns, term: part, isBeginning: isOpen && n === parts.length - 1 },
    }),
  );
  return {
    need: { type: 'and', needs },
    test: (texts) => read(texts).some((text) => text !== null && pattern.test(fold(text))),
  };
}

function innerWildcards(value: QueryValue, read: ReadTexts): WordTest {
  const pieces = ['', ...value.pieces, ''];
  return {
    need: null,
    test: (texts) => read(texts).some((text) => text !== null && isLike(text, pieces)),
  };
}

/** The question to FTS5 for one term. */
export function termMatch({ columns, term, isBeginning: begins }: IndexTerm): string {
  return `{${columns}} : ${quoted(term)}${begins ? ' *' : ''}`;
}
