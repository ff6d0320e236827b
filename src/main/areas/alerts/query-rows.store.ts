/** Which of given alerts match a query: fields are tested by SQLite, words on the texts of what is left. */
import { EVERYTHING, type QueryNode } from '../../../shared/areas/views/query-language.ts';
import type { Bound, ReadDb } from '../../db/database.ts';
import type { Condition } from './alert-filter.store.ts';
import { EVERY_ROW, queryCondition } from './query-fields.store.ts';
import { ALL_TEXTS, type WordTexts, wordTest } from './query-words.ts';

const TEXTS = 'a.title, a.description, a.source, a.source_host, a.source_user, a.entity_terms';

/** So many rows are read, to count those that match, while somebody waits: from the disk, 0.1 ms each. */
export const COUNTED_ROWS = 300;

type TestedRow = WordTexts & Readonly<Record<string, number>>;

export interface RowTest {
  /** What must hold in any case. */
  readonly condition: Condition;
  /** More columns that `test` reads; null where the condition is all. */
  readonly words: {
    readonly columns: readonly Condition[];
    readonly test: (row: TestedRow) => boolean;
  } | null;
}

/** Handling and the like, as conditions that the query language has no words for, come with the query. */
export function rowTest(query: QueryNode, others: readonly Condition[] = []): RowTest {
  const parts = query.type === 'and' ? query.nodes : [query];
  const conditions = parts.map(queryCondition);
  const plain = [...conditions.filter((one) => one !== null), ...others];
  const worded = parts.filter((_, n) => conditions[n] === null);
  const condition: Condition =
    plain.length === 0
      ? EVERY_ROW
      : {
          sql: plain.map(({ sql }) => sql).join(' AND '),
          values: plain.flatMap(({ values }) => values),
        };
  if (worded.length === 0) return { condition, words: null };
  const columns: Condition[] = [];
  const test = wordedTest(
    worded.length === 0 ? EVERYTHING : { type: 'and', nodes: worded },
    columns,
  );
  return { condition, words: { columns, test } };
}

/** Whole parts without words become a column each. */
function wordedTest(node: QueryNode, columns: Condition[]): (row: TestedRow) => boolean {
  const condition = queryCondition(node);
  if (condition) {
    const name = `c${columns.length}`;
    columns.push({ sql: `${condition.sql} AS ${name}`, values: condition.values });
    return (row) => row[name] === 1;
  }
  switch (node.type) {
    case 'word':
      return wordTest(node.value, ALL_TEXTS).test;
    case 'term': {
      const place = node.field === 'title' ? 'title' : 'title description';
      const tests = node.values.map((value) => wordTest(value, place).test);
      return (row) => tests.some((test) => test(row));
    }
    case 'not': {
      const test = wordedTest(node.node, columns);
      return (row) => !test(row);
    }
    default: {
      const tests = node.nodes.map((one) => wordedTest(one, columns));
      return node.type === 'and'
        ? (row) => tests.every((test) => test(row))
        : (row) => tests.some((test) => test(row));
    }
  }
}

/** From where candidates come: a list of `seq`, or a range of them. */
export interface Candidates {
  readonly sql: string;
  readonly values: readonly Bound[];
}

export function givenRows(seqs: readonly number[]): Candidates {
  return {
    sql: 'json_each(?) j CROSS JOIN alerts a ON a.seq = j.value',
    values: [JSON.stringify(seqs)],
  };
}

/** What is read of every alert that matches. `select` names columns of `a`, `seq` among them. */
export function* matchingRows<R extends object>(
  db: ReadDb,
  { condition, words }: RowTest,
  candidates: Candidates,
  select: string,
): Generator<R> {
  const columns = words ? [...words.columns.map(({ sql }) => sql), TEXTS] : [];
  const sql = `SELECT ${[select, ...columns].join(', ')} FROM ${candidates.sql}
    ${candidates.sql.includes('WHERE') ? 'AND' : 'WHERE'} a.deleted_at IS NULL AND ${condition.sql}`;
  const values = [
    ...(words?.columns.flatMap((column) => column.values) ?? []),
    ...candidates.values,
    ...condition.values,
  ];
  for (const row of db.iterate<R & TestedRow>(sql, ...values)) {
    if (!words || words.test(row)) yield row;
  }
}
