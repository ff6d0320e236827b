/**
 * The encrypted file of one investigation's events. It is derived from the evidence: what is damaged or
 * cut off is read again, so commits need not survive a power cut, only a killed process.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '../../../../shared/contract/errors.ts';
import { type Connection, openConnection } from '../../../db/connection.ts';
import { storageError } from '../../../db/errors.ts';
import type { EventSource, NewEventSource, SourceClock } from './event-store.types.ts';
import type { Bytes } from './packed.ts';
import { FIRST_FIELD, MAX_FIELDS, type SegmentImage } from './segment-image.ts';

/** Forward only: step n brings a file from version n to n + 1. A closed step is never edited. */
const STEPS: readonly string[] = [
  `CREATE TABLE sources (id TEXT PRIMARY KEY, place INTEGER, name TEXT NOT NULL, reader TEXT NOT NULL,
     evidence_id TEXT, state TEXT NOT NULL, offset_ms INTEGER NOT NULL, offset_nanos INTEGER NOT NULL);
   CREATE TABLE fields (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
   CREATE TABLE segments (id INTEGER PRIMARY KEY AUTOINCREMENT, source_id TEXT NOT NULL,
     rows INTEGER NOT NULL, untimed INTEGER NOT NULL, first_ms REAL, last_ms REAL);
   CREATE INDEX segments_of_source ON segments (source_id);
   CREATE TABLE numbers (id INTEGER PRIMARY KEY, bytes BLOB NOT NULL);
   CREATE TABLE columns (id INTEGER PRIMARY KEY, present INTEGER NOT NULL, distinct_values INTEGER NOT NULL,
     codes BLOB NOT NULL);
   CREATE TABLE parts (id INTEGER PRIMARY KEY, bytes BLOB NOT NULL);
   CREATE TABLE block_names (id INTEGER PRIMARY KEY, names TEXT NOT NULL);
   CREATE TABLE blocks (id INTEGER PRIMARY KEY, bytes BLOB NOT NULL);`,
  // Segments that nobody sees any more and whose pages are still to be given back.
  'CREATE TABLE gone_segments (id INTEGER PRIMARY KEY);',
  // Words that are in every value of a column are written shortly (term-blocks.ts); older segments are read as they are.
  '-- no change of tables',
  // Values that are addresses are kept as numbers (address-values.ts); older segments are read as they are.
  '-- no change of tables',
];

export const COLUMNS_PER_SEGMENT = 65_536;
const PARTS_PER_COLUMN = 16;
/** Pages of 4 KiB that the log may hold before its writer takes them over. */
const LOG_PAGES = 4_000;
/** What is read again is kept unpacked (segment-reader.ts, word-reader.ts); this is for what leads to it. */
const PAGE_CACHE_KIB = 8_192;
/** Investigation ids become file names. */
const SAFE_ID = /^[A-Za-z0-9_-]{1,100}$/;
const DAMAGED =
  'The event store of this investigation is damaged. Its evidence is untouched: remove the store and read the files again.';
const TOO_NEW =
  'The event store of this investigation was written by a newer Watchfloor. Open it with that version, or read the files again.';

export interface Segment {
  readonly id: number;
  readonly sourceId: string;
  readonly rows: number;
  /** Rows without a time. */
  readonly untimed: number;
  readonly firstMs: number | null;
  readonly lastMs: number | null;
}

export interface StoredColumn {
  readonly column: number;
  readonly present: number;
  readonly distinct: number;
  /** Empty: every row has the only value. */
  readonly codes: Uint8Array;
}

export type EventFile = ReturnType<typeof openEventFile>;

/** @throws AppError('invalid') for an id that is no file's name. */
function pathOf(folder: string, investigationId: string): string {
  if (!SAFE_ID.test(investigationId))
    throw new AppError('not-found', 'There is no such investigation');
  return join(folder, `${investigationId}.db`);
}

/** Takes the whole store of an investigation away; it must be open nowhere. */
export function removeEventFile(folder: string, investigationId: string): void {
  const path = pathOf(folder, investigationId);
  for (const end of ['', '-wal', '-shm']) rmSync(path + end, { force: true });
}

function damaged(error: unknown): unknown {
  const code = String((error as { code?: unknown } | null)?.code ?? '');
  if (code.startsWith('SQLITE_NOTADB') || code.startsWith('SQLITE_CORRUPT'))
    return new AppError('unavailable', DAMAGED, { cause: error });
  return storageError(error);
}

function migrate(connection: Connection): string | null {
  const version = Number(connection.pragma('user_version', { simple: true }));
  if (version > STEPS.length) throw new AppError('unavailable', TOO_NEW);
  for (let step = version; step < STEPS.length; step++) {
    connection.transaction(() => {
      connection.exec(STEPS[step] as string);
      connection.pragma(`user_version = ${step + 1}`);
    })();
  }
  return version > 0 && version < STEPS.length
    ? `The event store was brought from version ${version} to ${STEPS.length}.`
    : null;
}

function openAndMigrate(
  path: string,
  key: Uint8Array,
): { connection: Connection; notice: string | null } {
  const connection = openConnection({ path, key, durability: 'normal', cacheKib: PAGE_CACHE_KIB });
  try {
    connection.pragma(`wal_autocheckpoint = ${LOG_PAGES}`);
    return { connection, notice: migrate(connection) };
  } catch (error) {
    connection.close();
    throw error;
  }
}

const columnId = (segment: number, column: number) => segment * COLUMNS_PER_SEGMENT + column;
const partId = (segment: number, column: number, part: number) =>
  columnId(segment, column) * PARTS_PER_COLUMN + part;

interface Options {
  readonly folder: string;
  readonly key: Uint8Array;
  readonly investigationId: string;
}

/** @throws AppError with a sentence that says what to do. */
export function openEventFile({ folder, key, investigationId }: Options) {
  const path = pathOf(folder, investigationId);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const guard = <T>(work: () => T): T => {
    try {
      return work();
    } catch (error) {
      throw damaged(error);
    }
  };
  const { connection, notice } = guard(() => openAndMigrate(path, key));
  const prepare = (sql: string) => connection.prepare(sql);
  const statements = guard(() => ({
    number: prepare('SELECT bytes FROM numbers WHERE id = ?').pluck(),
    column: prepare('SELECT present, distinct_values, codes FROM columns WHERE id = ?'),
    columns: prepare(
      'SELECT id, present, distinct_values, codes FROM columns WHERE id >= ? AND id < ? ORDER BY id',
    ),
    part: prepare('SELECT bytes FROM parts WHERE id = ?').pluck(),
    names: prepare('SELECT names FROM block_names WHERE id = ?').pluck(),
    block: prepare('SELECT bytes FROM blocks WHERE id = ?').pluck(),
    segments: prepare('SELECT * FROM segments ORDER BY id'),
    fields: prepare('SELECT id, name FROM fields'),
    addSegment: prepare(
      'INSERT INTO segments (source_id, rows, untimed, first_ms, last_ms) VALUES (?, ?, ?, ?, ?)',
    ),
    addNumbers: prepare('INSERT INTO numbers (id, bytes) VALUES (?, ?)'),
    addColumn: prepare(
      'INSERT INTO columns (id, present, distinct_values, codes) VALUES (?, ?, ?, ?)',
    ),
    addPart: prepare('INSERT INTO parts (id, bytes) VALUES (?, ?)'),
    addNames: prepare('INSERT INTO block_names (id, names) VALUES (?, ?)'),
    addBlock: prepare('INSERT INTO blocks (id, bytes) VALUES (?, ?)'),
    addField: prepare('INSERT INTO fields (name) VALUES (?) ON CONFLICT DO NOTHING'),
  }));

  function eraseSegment(id: number): void {
    const from = columnId(id, 0);
    const to = columnId(id + 1, 0);
    connection.transaction(() => {
      prepare('DELETE FROM numbers WHERE id >= ? AND id < ?').run(from, to);
      prepare('DELETE FROM columns WHERE id >= ? AND id < ?').run(from, to);
      prepare('DELETE FROM blocks WHERE id >= ? AND id < ?').run(from, to);
      prepare('DELETE FROM parts WHERE id >= ? AND id < ?').run(
        partId(id, 0, 0),
        partId(id + 1, 0, 0),
      );
      prepare('DELETE FROM block_names WHERE id = ?').run(id);
      prepare('DELETE FROM gone_segments WHERE id = ?').run(id);
    })();
  }

  function eraseGone(until: number): void {
    const gone = prepare('SELECT id FROM gone_segments ORDER BY id').pluck().all();
    for (const id of gone) {
      if (performance.now() >= until) return;
      eraseSegment(Number(id));
    }
  }

  return {
    notice,
    /** Changes with every write, of this connection or of another. */
    version: (): string =>
      guard(
        () =>
          `${connection.pragma('data_version', { simple: true })}.${prepare('SELECT total_changes()').pluck().get()}`,
      ),
    /** All that is read within is of one moment. */
    reading<T>(work: () => T): T {
      return connection.inTransaction ? work() : guard(() => connection.transaction(work)());
    },
    addSource({ id, name, reader, evidenceId, clock }: NewEventSource): void {
      guard(() =>
        prepare(
          `INSERT INTO sources (id, place, name, reader, evidence_id, state, offset_ms, offset_nanos)
           VALUES (?, (SELECT coalesce(max(place), 0) + 1 FROM sources), ?, ?, ?, 'reading', ?, ?)`,
        ).run(id, name, reader, evidenceId ?? null, clock?.offsetMs ?? 0, clock?.offsetNanos ?? 0),
      );
    },
    markSource(id: string, state: EventSource['state']): void {
      guard(() => prepare('UPDATE sources SET state = ? WHERE id = ?').run(state, id));
    },
    setClock(id: string, { offsetMs, offsetNanos }: SourceClock): void {
      guard(() =>
        prepare('UPDATE sources SET offset_ms = ?, offset_nanos = ? WHERE id = ?').run(
          ...[offsetMs, offsetNanos, id],
        ),
      );
    },
    /** Gone from sight at once; then one short transaction a segment: who writes or reads hardly waits. */
    removeSource(id: string, mostMs: number): void {
      guard(() => {
        connection.transaction(() => {
          prepare('INSERT INTO gone_segments (id) SELECT id FROM segments WHERE source_id = ?').run(
            id,
          );
          prepare('DELETE FROM segments WHERE source_id = ?').run(id);
          prepare('DELETE FROM sources WHERE id = ?').run(id);
        })();
        eraseGone(performance.now() + mostMs);
      });
    },
    sources(): EventSource[] {
      const rows = guard(() =>
        prepare(
          `SELECT sources.*, coalesce(sum(rows), 0) AS events, min(first_ms) AS first_ms, max(last_ms) AS last_ms
           FROM sources LEFT JOIN segments ON source_id = sources.id GROUP BY sources.id ORDER BY place`,
        ).all(),
      ) as Record<string, unknown>[];
      return rows.map((row) => ({
        id: String(row.id),
        name: String(row.name),
        reader: String(row.reader),
        evidenceId: row.evidence_id as string | null,
        state: row.state as EventSource['state'],
        clock: { offsetMs: Number(row.offset_ms), offsetNanos: Number(row.offset_nanos) },
        events: Number(row.events),
        firstMs: row.first_ms as number | null,
        lastMs: row.last_ms as number | null,
      }));
    },
    segments(): Segment[] {
      const rows = guard(() => statements.segments.all()) as Record<string, unknown>[];
      return rows.map((row) => ({
        id: Number(row.id),
        sourceId: String(row.source_id),
        rows: Number(row.rows),
        untimed: Number(row.untimed),
        firstMs: row.first_ms as number | null,
        lastMs: row.last_ms as number | null,
      }));
    },
    fieldNames(): Map<number, string> {
      const rows = guard(() => statements.fields.all()) as { id: number; name: string }[];
      return new Map(rows.map(({ id, name }) => [id + FIRST_FIELD, name]));
    },
    /** Null where the store has as many names as it may. */
    nameField(name: string): number | null {
      return guard(() => {
        const find = prepare('SELECT id FROM fields WHERE name = ?').pluck();
        const known = find.get(name);
        if (known !== undefined) return Number(known) + FIRST_FIELD;
        const count = Number(prepare('SELECT coalesce(max(id), 0) FROM fields').pluck().get());
        if (count >= MAX_FIELDS) return null;
        statements.addField.run(name);
        return Number(find.get(name)) + FIRST_FIELD;
      });
    },
    /** Events that have each column. */
    presence(): { column: number; events: number }[] {
      return guard(() =>
        prepare(
          `SELECT id % ${COLUMNS_PER_SEGMENT} AS "column", sum(present) AS events FROM columns
           WHERE id / ${COLUMNS_PER_SEGMENT} NOT IN (SELECT id FROM gone_segments) GROUP BY 1`,
        ).all(),
      ) as { column: number; events: number }[];
    },
    addSegment(sourceId: string, image: SegmentImage): void {
      guard(() =>
        connection.transaction(() => {
          const { rows, untimed, firstMs, lastMs } = image;
          const added = statements.addSegment.run(sourceId, rows, untimed, firstMs, lastMs);
          const id = Number(added.lastInsertRowid);
          for (const { column, bytes } of image.numbers)
            statements.addNumbers.run(columnId(id, column), bytes);
          for (const { column, present, distinct, codes, parts } of image.columns) {
            statements.addColumn.run(columnId(id, column), present, distinct, codes);
            parts.forEach((part, index) => {
              statements.addPart.run(partId(id, column, index), part);
            });
          }
          statements.addNames.run(id, JSON.stringify(image.blockNames));
          image.blocks.forEach((block, index) => {
            statements.addBlock.run(columnId(id, index), block);
          });
        })(),
      );
    },
    numbers: (segment: number, column: number): Bytes | undefined =>
      statements.number.get(columnId(segment, column)) as Bytes | undefined,
    column(segment: number, column: number): StoredColumn | undefined {
      const row = statements.column.get(columnId(segment, column)) as
        | { present: number; distinct_values: number; codes: Uint8Array }
        | undefined;
      return (
        row && { column, present: row.present, distinct: row.distinct_values, codes: row.codes }
      );
    },
    columns(segment: number): StoredColumn[] {
      const from = columnId(segment, 0);
      const rows = statements.columns.all(from, columnId(segment + 1, 0)) as {
        id: number;
        present: number;
        distinct_values: number;
        codes: Uint8Array;
      }[];
      return rows.map(({ id, present, distinct_values, codes }) => ({
        ...{ column: id - from, present, distinct: distinct_values, codes },
      }));
    },
    part: (segment: number, column: number, part: number): Bytes =>
      statements.part.get(partId(segment, column, part)) as Bytes,
    blockNames: (segment: number): string[] =>
      JSON.parse(String(statements.names.get(segment) ?? '[]')) as string[],
    block: (segment: number, block: number): Bytes =>
      statements.block.get(columnId(segment, block)) as Bytes,
    close: () => connection.close(),
  };
}
