/** Files on their way to or from the workspace's server; local rows. */
import { z } from 'zod';
import type { FileProblem } from '../../../../shared/areas/sync/sync-files.contract.ts';
import type { Database, ReadDb } from '../../../db/database.ts';
import type { WriteTx } from '../../../db/write-door.ts';
import { placeOf } from '../conflicts/conflict-places.store.ts';

export interface SyncFile {
  readonly sha256: string;
  readonly size: number;
  readonly direction: 'up' | 'down';
  readonly state: 'WAITING' | 'DONE' | 'FAILED';
  readonly done: number;
  readonly tries: number;
  readonly problem: string | null;
  readonly next_at: number;
}

const LOOKED_AT = 'files_looked_at';
const POLICY = 'files_policy';

/** `always`: each file is fetched as its row arrives, up to `maxBytes`. */
const policySchema = z.object({
  fetch: z.enum(['opening', 'always']),
  maxBytes: z.number().int().positive(),
});
export type FilePolicy = z.infer<typeof policySchema>;
const ON_OPENING: FilePolicy = { fetch: 'opening', maxBytes: 100 * 1024 * 1024 };

const setting = (db: ReadDb, key: string): string | undefined =>
  db.get<{ value: string }>('SELECT value FROM sync_settings WHERE key = ?', key)?.value;

export function filePolicy(db: ReadDb): FilePolicy {
  const text = setting(db, POLICY);
  if (text === undefined) return ON_OPENING;
  const read = policySchema.safeParse(JSON.parse(text));
  return read.success ? read.data : ON_OPENING;
}

const bySystem = { actor: null, origin: 'sync', action: 'sync.files' } as const;

const put = (tx: WriteTx, key: string, value: string) =>
  tx.run(
    `INSERT INTO sync_settings (key, value) VALUES (?, ?)
     ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
    key,
    value,
  );

/** @param actor Who chose it; null: the program. */
export const setFilePolicy = (
  db: Database,
  policy: FilePolicy,
  actor: string | null = null,
): void => {
  const caller = { actor, origin: actor === null ? 'sync' : 'user', action: 'sync.files' } as const;
  db.write(caller, (tx) => {
    put(tx, POLICY, JSON.stringify(policySchema.parse(policy)));
    // What the last policy wanted is not fetched for its sake.
    tx.run("DELETE FROM sync_files WHERE direction = 'down' AND state <> 'DONE'");
    tx.note('sync_files', 1);
    tx.announce('sync_files');
    // What is here already by its row alone is looked at anew.
    tx.run('DELETE FROM sync_settings WHERE key = ?', LOOKED_AT);
  });
};

interface NamedFile {
  readonly sha256: string;
  readonly size: number;
}

/** Files that rows name which changed since this was asked last; all of them at first. */
export function takeNews(db: Database, isHere: (sha256: string) => boolean): void {
  db.write(bySystem, (tx) => {
    const policy = filePolicy(tx);
    // A file follows its row: the server takes none that no row names.
    for (const { sha256, size } of newsUpTo(tx, `${LOOKED_AT}_up`, acknowledged(tx)))
      if (isHere(sha256)) enqueue(tx, { sha256, size }, 'up');
    for (const { sha256, size } of newsUpTo(tx, LOOKED_AT, lastPlace(tx)))
      if (policy.fetch === 'always' && size <= policy.maxBytes && !isHere(sha256))
        enqueue(tx, { sha256, size }, 'down');
  });
}

const lastPlace = (db: ReadDb): number =>
  db.get<{ seq: number | null }>('SELECT max(seq) AS seq FROM change_log')?.seq ?? 0;

/** Up to where the server has everything. */
const acknowledged = (db: ReadDb): number =>
  Number(
    db.get<{ value: string }>("SELECT value FROM sync_state WHERE key = 'acknowledged'")?.value ??
      0,
  );

function newsUpTo(tx: WriteTx, key: string, place: number): NamedFile[] {
  const from = setting(tx, key);
  put(tx, key, String(place));
  const changed =
    from === undefined
      ? ''
      : `AND id IN (SELECT record_id FROM change_log WHERE seq > ${Number(from)}
           AND seq <= ${Number(place)} AND table_name = 'evidence')`;
  return tx.all<NamedFile>(
    `SELECT DISTINCT sha256, size_bytes AS size FROM evidence WHERE sha256 IS NOT NULL
       AND size_bytes IS NOT NULL AND deleted_at IS NULL ${changed}`,
  );
}

/** What is over stays so; what failed is tried again. */
function enqueue(tx: WriteTx, { sha256, size }: NamedFile, direction: 'up' | 'down'): void {
  tx.run(
    `INSERT INTO sync_files (sha256, size, direction, state, updated_at) VALUES (?, ?, ?, 'WAITING', ?)
     ON CONFLICT (sha256) DO UPDATE SET state = 'WAITING', next_at = 0, updated_at = excluded.updated_at
       WHERE state = 'FAILED'`,
    sha256,
    size,
    direction,
    tx.now,
  );
}

export const waiting = (db: ReadDb, direction: 'up' | 'down', now: number): SyncFile[] =>
  db.all<SyncFile>(
    `SELECT * FROM sync_files WHERE state = 'WAITING' AND direction = ? AND next_at <= ?
     ORDER BY size, sha256 LIMIT 1000`,
    direction,
    now,
  );

/** Of the row that names it; undefined where none does. */
export const namedFile = (db: ReadDb, sha256: string): NamedFile | undefined =>
  db.get<NamedFile>(
    `SELECT sha256, size_bytes AS size FROM evidence
     WHERE sha256 = ? AND size_bytes IS NOT NULL AND deleted_at IS NULL LIMIT 1`,
    sha256,
  );

export interface FileProgress {
  readonly state: SyncFile['state'];
  readonly done: number;
  readonly problem?: string | null;
  readonly nextAt?: number;
}

export const saveProgress = (db: Database, sha256: string, progress: FileProgress): void =>
  db.write(bySystem, (tx) => {
    const { state, done, problem = null, nextAt = 0 } = progress;
    tx.run(
      `UPDATE sync_files SET state = ?, done = ?, problem = ?, next_at = ?, updated_at = ?,
         tries = CASE WHEN ? IS NULL THEN tries ELSE tries + 1 END WHERE sha256 = ?`,
      state,
      done,
      problem,
      nextAt,
      tx.now,
      problem,
      sha256,
    );
    tx.announce('sync_files', sha256);
  });

interface Amount {
  readonly files: number;
  readonly bytes: number;
}

interface FileFigures {
  readonly waiting: number;
  readonly bytes: number;
  readonly toFetch: Amount;
  readonly toSend: Amount;
  readonly underWay: {
    readonly direction: 'fetching' | 'sending';
    readonly name: string | null;
    readonly done: number;
    readonly size: number;
  } | null;
  readonly problems: readonly FileProblem[];
  readonly problemsInAll: number;
}

const MOST_PROBLEMS = 20;

/** What is still to be sent or fetched, for the page. */
export function fileFigures(db: ReadDb): FileFigures {
  const amounts = db.all<{ direction: string; files: number; bytes: number }>(
    `SELECT direction, count(*) AS files, sum(size - done) AS bytes FROM sync_files
     WHERE state = 'WAITING' GROUP BY direction`,
  );
  const of = (one: string): Amount => {
    const { files = 0, bytes = 0 } = amounts.find(({ direction }) => direction === one) ?? {};
    return { files, bytes };
  };
  const [toFetch, toSend] = [of('down'), of('up')];
  return {
    ...{ waiting: toFetch.files + toSend.files, bytes: toFetch.bytes + toSend.bytes },
    ...{ toFetch, toSend, underWay: underWay(db) },
    ...problemsOf(db),
  };
}

/** Each with the evidence that names it, as whoever asks may see it. */
function problemsOf(db: ReadDb): Pick<FileFigures, 'problems' | 'problemsInAll'> {
  const failed = "FROM sync_files WHERE state <> 'DONE' AND problem IS NOT NULL";
  const rows = db.all<{ sha256: string; direction: string; problem: string }>(
    `SELECT sha256, direction, problem ${failed} ORDER BY updated_at DESC, sha256 LIMIT ?`,
    MOST_PROBLEMS,
  );
  const problems = rows.map(({ sha256, direction, problem }) => {
    const evidence = evidenceOf(db, sha256);
    const link = evidence ? placeOf(db, 'evidence', evidence.id).link : null;
    const name = evidence?.name ?? null;
    return { ...{ sha256, name, link, problem }, direction: directionOf(direction) };
  });
  const counted = db.get<{ n: number }>(`SELECT count(*) AS n ${failed}`);
  return { problems, problemsInAll: counted?.n ?? 0 };
}

const directionOf = (direction: string): FileProblem['direction'] =>
  direction === 'down' ? 'fetching' : 'sending';

const evidenceOf = (db: ReadDb, sha256: string) =>
  db.get<{ id: string; name: string }>(
    `SELECT id, coalesce(file_name, title) AS name FROM evidence
     WHERE sha256 = ? AND deleted_at IS NULL ORDER BY id LIMIT 1`,
    sha256,
  );

function underWay(db: ReadDb): FileFigures['underWay'] {
  const row = db.get<{ direction: string; name: string | null; done: number; size: number }>(
    `SELECT f.direction, f.done, f.size,
       (SELECT coalesce(e.file_name, e.title) FROM evidence e WHERE e.sha256 = f.sha256 LIMIT 1) AS name
     FROM sync_files f WHERE f.state = 'WAITING' AND f.done > 0 AND f.problem IS NULL
     ORDER BY f.updated_at DESC LIMIT 1`,
  );
  if (!row) return null;
  const { direction, ...rest } = row;
  return { ...rest, direction: directionOf(direction) };
}

/** Every file that a record here names, once. */
export const namedFiles = (db: ReadDb): NamedFile[] =>
  db.all<NamedFile>(
    `SELECT sha256, max(size_bytes) AS size FROM evidence
     WHERE sha256 IS NOT NULL AND size_bytes IS NOT NULL AND deleted_at IS NULL GROUP BY sha256`,
  );

/** Undefined: there is no such evidence; null: it has no file. */
export const fileOfEvidence = (db: ReadDb, id: string): string | null | undefined =>
  db.get<{ sha256: string | null }>(
    'SELECT sha256 FROM evidence WHERE id = ? AND deleted_at IS NULL',
    id,
  )?.sha256;
