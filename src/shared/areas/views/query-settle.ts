/**
 * A query means what it says where and when it is asked: `me`, names of people, `last:24h` and days of
 * a time zone. Settled, it holds ids and moments instead, and means the same anywhere and later.
 */
import { toIso } from '../../kernel/time.ts';
import { type DueTargets, dueWithin, NOTHING, overdue } from './query-due.ts';
import { type FieldName, fieldOf } from './query-fields.ts';
import { EVERYTHING, parseQuery, type QueryNode, type QueryTerm } from './query-language.ts';
import { type QueryError, QueryFailure, type QueryValue } from './query-lexer.ts';
import { isAutomatic } from './query-match.ts';
import { printQuery } from './query-print.ts';
import { periodOf, spanMs, type TimeContext } from './query-times.ts';

export interface QueryContext extends TimeContext {
  /** The account that asks. */
  readonly me: string;
  /** When alerts are due; absent where that is not known: nothing is due then. */
  readonly targets?: () => DueTargets;
  /** Ids of the accounts that a typed name, address or id means; `*` in it stands for anything. */
  readonly accountsOf: (pieces: readonly string[]) => readonly string[];
}

/** That one typed name may mean. */
const ACCOUNTS = 20;

export type SettledQuery =
  | { readonly ok: true; readonly text: string; readonly query: QueryNode }
  | { readonly ok: false; readonly error: QueryError };

export function settleQuery(text: string, context: QueryContext): SettledQuery {
  const parsed = parseQuery(text);
  if (!parsed.ok) return parsed;
  try {
    const query = settled(parsed.query, context);
    return { ok: true, query, text: printQuery(query) };
  } catch (thrown) {
    if (thrown instanceof QueryFailure) return { ok: false, error: thrown.error };
    throw thrown;
  }
}

function settled(node: QueryNode, context: QueryContext): QueryNode {
  switch (node.type) {
    case 'word':
      return node;
    case 'term':
      return settledTerm(node, context);
    case 'not':
      return { type: 'not', node: settled(node.node, context) };
    default:
      return flat(
        node.type,
        node.nodes.map((one) => settled(one, context)),
      );
  }
}

/** As the parser would make it: no `and` directly within an `and`. */
function flat(type: 'and' | 'or', nodes: readonly QueryNode[]): QueryNode {
  const [only] = nodes;
  if (nodes.length === 1 && only) return only;
  return { type, nodes: nodes.flatMap((node) => (node.type === type ? node.nodes : [node])) };
}

function settledTerm(term: QueryTerm, context: QueryContext): QueryNode {
  switch (term.field) {
    case 'after':
    case 'before':
    case 'on':
    case 'last':
    case 'closed-after':
    case 'closed-before':
      return flat(
        'or',
        term.values.map((value) => momentTerm(term, value, context)),
      );
    case 'due':
      return flat(
        'or',
        term.values.map((value) => dueWithin(term.compare, spanMs(textOf(value)) ?? 0, context)),
      );
    case 'overdue':
      return flat(
        'or',
        term.values.map((value): QueryNode => {
          const node = overdue(context);
          return textOf(value) === 'yes' ? node : { type: 'not', node };
        }),
      );
    case 'hour':
    case 'weekday':
      return wallTerm(term, context.zone);
    case 'watched':
    case 'mentioned':
    case 'assignee':
    case 'closed-by':
      return {
        ...term,
        values: term.values.flatMap((value) =>
          isAutomatic(term.field, value) ? [value] : accounts(value, context),
        ),
      };
    default:
      return term;
  }
}

const textOf = (value: QueryValue) => value.pieces.join('*');

/** Comparisons become the values they mean, each with its zone. */
function wallTerm(term: QueryTerm, zone: string): QueryNode {
  const { compare } = term;
  const isBeside = (one: string, typed: string) =>
    (compare.includes('=') && one === typed) ||
    (compare.startsWith('>') ? one > typed : one < typed);
  const values = term.values.flatMap((value) => {
    const [typed = '', own] = textOf(value).split('@');
    const { order = [] } = fieldOf(term.field);
    const words = compare === ':' ? [typed] : order.filter((one) => isBeside(one, typed));
    return words.map((word) => ({ ...value, pieces: [`${word}@${own ?? zone}`] }));
  });
  return values.length === 0 ? NOTHING : { ...term, compare: ':', values };
}

function momentTerm(term: QueryTerm, value: QueryValue, context: QueryContext): QueryNode {
  const text = value.pieces.join('*');
  const at = (field: FieldName, moment: number): QueryNode => {
    const pieces = [toIso(moment)];
    return { ...term, field, values: [{ ...value, pieces, isQuoted: false }] };
  };
  if (term.field === 'last') return at('after', context.now - (spanMs(text) ?? 0));
  const period = periodOf(text, context);
  if (!period) return EVERYTHING;
  if (term.field !== 'on') return at(term.field, period.from);
  return { type: 'and', nodes: [at('after', period.from), at('before', period.to)] };
}

function accounts(value: QueryValue, { me, accountsOf }: QueryContext): QueryValue[] {
  const [first] = value.pieces;
  const word = value.isQuoted || value.pieces.length > 1 ? '' : first?.toLowerCase();
  if (word === 'none') return [value];
  const isAnybody = value.pieces.length === 2 && value.pieces.every((piece) => piece === '');
  if (isAnybody) return [value];
  const ids = word === 'me' ? [me] : accountsOf(value.pieces);
  if (ids.length > 0 && ids.length <= ACCOUNTS)
    return ids.map((id) => ({ ...value, pieces: [id], isQuoted: true }));
  const { at, length } = value;
  const typed = value.pieces.join('*');
  const message =
    ids.length === 0
      ? `There is no account "${typed}" here. Write me, none, or the name or mail address of an account.`
      : `"${typed}" means ${ids.length} accounts, at most ${ACCOUNTS} can be asked for. Write more of the name.`;
  throw new QueryFailure({ message, at, length });
}
