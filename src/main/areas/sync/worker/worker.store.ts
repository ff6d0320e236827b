/** What the worker keeps over a restart (`sync_settings`), and the log that a person reads. */
import type { Database, ReadDb } from '../../../db/database.ts';
import type { WriteTx } from '../../../db/write-door.ts';
import type { LoopMemory } from './loop.types.ts';

const SYNC_RESOURCE = 'sync';
const MEMORY_KEY = 'worker';
const MOST_LOG_ENTRIES = 200;
const MOST_LETTERS = 500;

export interface LogRow {
  readonly at: number;
  readonly kind: string;
  readonly text: string;
}

type Kept = Omit<LoopMemory, 'clockOffsetMs'>;

const AT_FIRST: Kept = {
  ...{ isPaused: false, lastSuccessAt: null },
  ...{ isCompareDue: false, comparedAt: null },
};

export function readMemory(reader: ReadDb): LoopMemory {
  const text = settingOf(reader, MEMORY_KEY);
  const kept = text === null ? {} : (JSON.parse(text) as Partial<Kept>);
  const offset = reader.get<{ value: string }>(
    "SELECT value FROM meta WHERE key = 'clock_offset_ms'",
  );
  return { ...AT_FIRST, ...kept, clockOffsetMs: Number(offset?.value ?? 0) || 0 };
}

export function writeMemory(tx: WriteTx, change: Partial<LoopMemory>): void {
  const { clockOffsetMs, ...kept } = { ...readMemory(tx), ...change };
  writeSetting(tx, MEMORY_KEY, JSON.stringify(kept));
  if (change.clockOffsetMs !== undefined)
    tx.run(
      `INSERT INTO meta (key, value) VALUES ('clock_offset_ms', ?)
       ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
      String(clockOffsetMs),
    );
}

export function settingOf(reader: ReadDb, key: string): string | null {
  return (
    reader.get<{ value: string }>('SELECT value FROM sync_settings WHERE key = ?', key)?.value ??
    null
  );
}

export function writeSetting(tx: WriteTx, key: string, value: string): void {
  tx.run(
    `INSERT INTO sync_settings (key, value) VALUES (?, ?)
     ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
    ...[key, value],
  );
}

export function addLogEntry(db: Database, kind: 'info' | 'problem', text: string): void {
  db.write({ actor: null, origin: 'system', action: 'sync.log' }, (tx) => {
    tx.run(
      'INSERT INTO sync_log (at, kind, text) VALUES (?, ?, ?)',
      ...[tx.now, kind, text.slice(0, MOST_LETTERS)],
    );
    tx.run(
      'DELETE FROM sync_log WHERE seq <= (SELECT max(seq) FROM sync_log) - ?',
      MOST_LOG_ENTRIES,
    );
    tx.announce(SYNC_RESOURCE);
  });
}

/** Newest first. */
export const listLog = (reader: ReadDb): LogRow[] =>
  reader.all<LogRow>(
    'SELECT at, kind, text FROM sync_log ORDER BY seq DESC LIMIT ?',
    MOST_LOG_ENTRIES,
  );
