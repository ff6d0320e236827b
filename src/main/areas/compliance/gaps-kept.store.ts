/** The last analyses: kept under Zstandard, so that one is shown again without being made again. */
import type { GapSince } from '../../../shared/areas/compliance/gaps.contract.ts';
import type { ReadDb } from '../../db/database.ts';
import type { WriteTx } from '../../db/write-door.ts';

const KEPT = 5;

export interface KeptAnalysis {
  readonly id: string;
  readonly ranAt: number;
  readonly actor: string | null;
  readonly digest: string;
  readonly changeSeq: number;
  /** What was looked at, and by which rules. */
  readonly scope: string;
  /** Status and reasons by control. */
  readonly marks: Readonly<Record<string, string>>;
  /** The answer with the first gaps; the others stand in `pages`, each a list of as many. */
  readonly result: Uint8Array;
  readonly pages: readonly Uint8Array[];
}

export function saveAnalysis(tx: WriteTx, kept: KeptAnalysis): void {
  const { id, ranAt, actor, digest, changeSeq, scope, marks, result, pages } = kept;
  const sizes = JSON.stringify(pages.map(({ length }) => length));
  tx.run(
    `INSERT INTO gap_analyses (id, ran_at, actor, digest, change_seq, scope, marks, result, page_sizes, pages)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ...[id, ranAt, actor, digest, changeSeq, scope, JSON.stringify(marks), result],
    ...[sizes, Buffer.concat(pages)],
  );
  tx.run(
    `DELETE FROM gap_analyses WHERE id NOT IN
       (SELECT id FROM gap_analyses ORDER BY ran_at DESC, id DESC LIMIT ?)`,
    KEPT,
  );
  tx.announce('gap_analyses');
}

/** The newest, without the marks and the table: both are long. */
export function readLastAnalysis(
  db: ReadDb,
): Pick<KeptAnalysis, 'id' | 'ranAt' | 'changeSeq' | 'result'> | undefined {
  return db.get(
    `SELECT id, ran_at AS ranAt, change_seq AS changeSeq, result FROM gap_analyses
     ORDER BY ran_at DESC, id DESC LIMIT 1`,
  );
}

/** The table of the newest analysis; null where nobody has asked for it yet. */
export function readLastCsv(db: ReadDb): { id: string; csv: Uint8Array | null } | undefined {
  return db.get('SELECT id, csv FROM gap_analyses ORDER BY ran_at DESC, id DESC LIMIT 1');
}

export function saveCsv(tx: WriteTx, id: string, csv: Uint8Array): void {
  tx.run('UPDATE gap_analyses SET csv = ? WHERE id = ?', csv, id);
}

/** The newest one of this scope: what is of another says nothing of change. */
export function readLastMarks(
  db: ReadDb,
  scope: string,
): { ranAt: number; marks: Readonly<Record<string, string>> } | undefined {
  const row = db.get<{ ranAt: number; marks: string }>(
    `SELECT ran_at AS ranAt, marks FROM gap_analyses WHERE scope = ?
     ORDER BY ran_at DESC, id DESC LIMIT 1`,
    scope,
  );
  return row && { ranAt: row.ranAt, marks: JSON.parse(row.marks) as Record<string, string> };
}

export function findResult(db: ReadDb, id: string): Uint8Array | undefined {
  return db.get<{ result: Uint8Array }>('SELECT result FROM gap_analyses WHERE id = ?', id)?.result;
}

/** How many pages there are beside the answer itself; undefined where there is no such analysis. */
export function countPages(db: ReadDb, id: string): number | undefined {
  return pageSizes(db, id)?.length;
}

function pageSizes(db: ReadDb, id: string): number[] | undefined {
  const row = db.get<{ sizes: string | null }>(
    'SELECT page_sizes AS sizes FROM gap_analyses WHERE id = ?',
    id,
  );
  return row && (JSON.parse(row.sizes ?? '[]') as number[]);
}

/** @param place From 0. */
export function findPage(db: ReadDb, id: string, place: number): Uint8Array | undefined {
  const sizes = pageSizes(db, id) ?? [];
  const size = sizes[place];
  if (size === undefined) return undefined;
  const from = sizes.slice(0, place).reduce((sum, one) => sum + one, 1);
  return db.get<{ page: Uint8Array }>(
    'SELECT substr(pages, ?, ?) AS page FROM gap_analyses WHERE id = ?',
    ...[from, size, id],
  )?.page;
}

export function readChangeSeq(db: ReadDb): number {
  return db.get<{ seq: number | null }>('SELECT max(seq) AS seq FROM change_log')?.seq ?? 0;
}

const TABLES: Readonly<Record<string, keyof GapSince>> = {
  controls: 'controls',
  control_exceptions: 'controls',
  evidence: 'evidence',
  control_evidence: 'evidence',
  control_tests: 'tests',
  control_test_runs: 'tests',
  control_challenges: 'challenges',
  crosswalk_links: 'crosswalks',
  compliance_frameworks: 'frameworks',
};

/** What changed after an analysis: records once each, and evidence that has run out meanwhile. */
export function readSince(
  db: ReadDb,
  { ranAt, changeSeq }: Pick<KeptAnalysis, 'ranAt' | 'changeSeq'>,
  now: number,
): GapSince {
  const since: GapSince = {
    ...{ controls: 0, evidence: 0, tests: 0, challenges: 0, crosswalks: 0, frameworks: 0 },
    expired: 0,
  };
  const rows = db.all<{ name: string; n: number }>(
    `SELECT table_name AS name, count(DISTINCT record_id) AS n FROM change_log
     WHERE seq > ? AND record_id IS NOT NULL GROUP BY table_name`,
    changeSeq,
  );
  for (const { name, n } of rows) {
    const key = TABLES[name];
    if (key) since[key] += n;
  }
  since.expired =
    db.get<{ n: number }>(
      `SELECT count(*) AS n FROM evidence WHERE deleted_at IS NULL AND superseded_by IS NULL
         AND expiration_date > ? AND expiration_date <= ?`,
      ranAt,
      now,
    )?.n ?? 0;
  return since;
}
