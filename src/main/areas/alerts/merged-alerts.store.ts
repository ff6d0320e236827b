/**
 * What hangs on alerts that came by sync, in the transaction that merges them: words to search by, counts,
 * techniques, groups, hours, and what the engine looks at again. A tombstone is counted nowhere.
 */

import { remembered } from '../../../shared/kernel/remembered.ts';
import type { ReadDb } from '../../db/database.ts';
import { readGroupRules } from '../../db/groups/group-rules.ts';
import { groupInserted, groupRemoved, packRowGroups } from '../../db/groups/keep-groups.store.ts';
import { type PackedGroups, packGroups, slicePackedGroups } from '../../db/groups/packed-groups.ts';
import { type PackedRows, packedColumn, packRows, slicePackedRows } from '../../db/packed-rows.ts';
import { alertsTable } from '../../db/tables/alerts.table.ts';
import type { InsertedRange, WriteTx } from '../../db/write-door.ts';
import { createCountedReader } from './alert-batch.ts';
import { keepHours, keepNewHours, tellEngine } from './alert-followers.store.ts';
import { CountChanges, indexAlertTexts } from './alert-index.store.ts';
import type { AlertRow } from './alert-rows.ts';
import { createTermsMaker } from './alert-search.ts';
import { type ChangedAlert, followAlertChanges } from './alerts.store.ts';
import { removeRawRecords } from './raw-records.store.ts';
import { countTechniques } from './technique-counts.store.ts';

/** Most alerts name no technique. */
const NO_TECHNIQUES = '[]';

export function deriveEntityTerms(rows: PackedRows): { entityTerms: (string | null)[] } {
  const column = <T>(property: keyof AlertRow) =>
    (packedColumn(rows, property) ?? []) as readonly T[];
  const title = column<string>('title');
  const description = column<string>('description');
  const sourceHost = column<string | null>('sourceHost');
  const sourceUser = column<string | null>('sourceUser');
  const sourceIp = column<string | null>('sourceIp');
  const destIp = column<string | null>('destIp');
  const techniques = column<string>('techniques');
  const techniquesOf = remembered((text) => JSON.parse(text) as string[]);
  const termsOf = createTermsMaker();
  const entityTerms = Array.from({ length: rows.count }, (_, row) => {
    const named = techniques[row] ?? NO_TECHNIQUES;
    return termsOf({
      title: title[row] ?? '',
      description: description[row] ?? '',
      sourceHost: sourceHost[row] ?? null,
      sourceUser: sourceUser[row] ?? null,
      sourceIp: sourceIp[row] ?? null,
      destIp: destIp[row] ?? null,
      techniques: named === NO_TECHNIQUES ? [] : techniquesOf(named),
    });
  });
  return { entityTerms };
}

/** New alerts with what groups make of them; live ones come before tombstones. */
interface NewAlerts {
  slice(from: number, to: number): NewAlerts;
  follow(tx: WriteTx, inserted: InsertedRange, places: readonly number[]): void;
}

export function prepareNewAlerts(db: ReadDb, rows: PackedRows): NewAlerts {
  return newAlerts(rows, packRowGroups(rows, readGroupRules(db)));
}

const newAlerts = (rows: PackedRows, groups: PackedGroups): NewAlerts => ({
  slice: (from, to) =>
    newAlerts(slicePackedRows(rows, from, to), slicePackedGroups(groups, from, to)),
  follow: (tx, inserted, places) => followNew(tx, { rows, groups }, inserted, places),
});

/** The search index comes last: FTS5 writes what it has gathered once a statement fires triggers. */
function followNew(
  tx: WriteTx,
  { rows, groups }: { readonly rows: PackedRows; readonly groups: PackedGroups },
  inserted: InsertedRange,
  places: readonly number[],
): void {
  const deletedAt = packedColumn(rows, 'deletedAt');
  const live = deletedAt ? places.filter((place) => (deletedAt[place] ?? null) === null) : places;
  if (live.length === 0) return;
  const range = {
    count: live.length,
    first: inserted.first,
    last: inserted.first + live.length - 1,
  };
  const countedAt = createCountedReader(rows);
  const counts = new CountChanges();
  const times: number[] = [];
  for (const place of live) {
    const counted = countedAt(place);
    counts.add(counted, 1);
    times.push(counted.createdAt);
  }
  counts.apply(tx);
  countTechniques(tx, techniquesAt(rows, live), 1);
  keepNewHours(tx, rows, live);
  groupInserted(tx, rows, groups, { range, places: live });
  indexAlertTexts(tx, range, times);
}

function techniquesAt(rows: PackedRows, places: readonly number[]) {
  const techniques = packedColumn(rows, 'techniques') ?? [];
  const createdAt = packedColumn(rows, 'createdAt') ?? [];
  const read = remembered((text) => JSON.parse(text) as readonly string[]);
  return places.flatMap((place) => {
    const text = (techniques[place] ?? NO_TECHNIQUES) as string;
    if (text === NO_TECHNIQUES) return [];
    return [{ createdAt: createdAt[place] as number, techniques: read(text) }];
  });
}

const SEARCHED = [
  ...([
    'title',
    'description',
    'source',
    'sourceHost',
    'sourceUser',
    'sourceIp',
    'destIp',
  ] as const),
];

function isReworded({ before, after }: ChangedAlert): boolean {
  return (
    SEARCHED.some((property) => before[property] !== after[property]) ||
    before.techniques.join() !== after.techniques.join()
  );
}

export function followMergedAlerts(tx: WriteTx, changed: readonly ChangedAlert[]): void {
  const isLive = ({ deletedAt }: AlertRow) => deletedAt === null;
  const stayed = changed.filter(({ before, after }) => isLive(before) && isLive(after));
  followAlertChanges(tx, stayed);
  followWords(tx, stayed.filter(isReworded));
  const gone = changed.filter(({ before, after }) => isLive(before) && !isLive(after));
  const back = changed.filter(({ before, after }) => !isLive(before) && isLive(after));
  forget(
    tx,
    gone.map(({ before }) => before),
  );
  for (const { after } of back) remember(tx, after);
  keepHours(tx, [...gone, ...back]);
  tellEngine(tx, [...gone, ...back]);
}

/** Texts and techniques do not change here, but may where an older record was completed elsewhere. */
function followWords(tx: WriteTx, changed: readonly ChangedAlert[]): void {
  if (changed.length === 0) return;
  countTechniques(
    tx,
    changed.map(({ before }) => before),
    -1,
  );
  countTechniques(
    tx,
    changed.map(({ after }) => after),
    1,
  );
  for (const { after } of changed) {
    tx.run('DELETE FROM alerts_fts WHERE rowid = ?', after.seq);
    indexAlertTexts(tx, { count: 1, first: after.seq, last: after.seq });
  }
}

function forget(tx: WriteTx, rows: readonly AlertRow[]): void {
  if (rows.length === 0) return;
  const counts = new CountChanges();
  for (const row of rows) counts.add(row, -1);
  counts.apply(tx);
  countTechniques(tx, rows, -1);
  groupRemoved(tx, rows);
  const seqs = JSON.stringify(rows.map(({ seq }) => seq));
  tx.run('DELETE FROM alerts_fts WHERE rowid IN (SELECT value FROM json_each(?))', seqs);
}

function remember(tx: WriteTx, row: AlertRow): void {
  const rows = packRows(alertsTable, [row]);
  const range = { count: 1, first: row.seq, last: row.seq };
  const counts = new CountChanges();
  counts.add(row, 1);
  counts.apply(tx);
  indexAlertTexts(tx, range);
  countTechniques(tx, [row], 1);
  groupInserted(tx, rows, packGroups([row], readGroupRules(tx)), { range, places: [0] });
}

/** Before rows are deleted for good. */
export function leaveAlerts(tx: WriteTx, ids: readonly string[]): void {
  const rows = tx.rows(
    alertsTable,
    'SELECT * FROM alerts WHERE id IN (SELECT value FROM json_each(?))',
    JSON.stringify(ids),
  );
  forget(
    tx,
    rows.filter(({ deletedAt }) => deletedAt === null),
  );
  removeRawRecords(
    tx,
    rows.map(({ seq }) => seq),
  );
}
