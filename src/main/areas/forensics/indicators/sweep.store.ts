/** What a sweep reads of alerts, and what is kept of what it found. */
import type { Sighting } from '../../../../shared/areas/forensics/indicators/indicators.contract.ts';
import type { ReadDb } from '../../../db/database.ts';
import { indicatorsTable } from '../../../db/tables/forensics.table.ts';
import type { WriteTx } from '../../../db/write-door.ts';

/** Texts of alerts of a stretch, one after another; `places`: seq, bytes and time of each, in order. */
export interface AlertTexts {
  readonly bytes: Uint8Array;
  readonly places: string;
}

const TEXT_COLUMNS = `concat_ws(char(10), a.title, a.description, a.source_host, a.source_user, a.source_ip,
  a.dest_ip, a.detector, a.category, nullif(a.techniques, '[]'), a.closing_note)`;

export function alertEnds(db: ReadDb): { first: number; last: number; total: number } {
  const row = db.get<{ first: number | null; last: number | null; total: number | null }>(
    `SELECT (SELECT min(seq) FROM alerts) AS first, (SELECT max(seq) FROM alerts) AS last,
       (SELECT sum(n) FROM alert_totals) AS total`,
  );
  return { first: row?.first ?? 0, last: row?.last ?? -1, total: row?.total ?? 0 };
}

export function alertTexts(db: ReadDb, from: number, to: number): AlertTexts | null {
  const row = db.get<{ bytes: Uint8Array | null; places: string | null }>(
    `SELECT CAST(group_concat(t, '') AS BLOB) AS bytes,
       group_concat(seq || ',' || octet_length(t) || ',' || created_at, ';') AS places
     FROM (SELECT a.seq, a.created_at, ${TEXT_COLUMNS} || char(10) AS t FROM alerts a
       WHERE a.seq BETWEEN ? AND ? AND a.deleted_at IS NULL ORDER BY a.seq)`,
    from,
    to,
  );
  return row?.bytes && row.places !== null ? { bytes: row.bytes, places: row.places } : null;
}

export interface RawBlockRow {
  readonly first_seq: number;
  readonly format: string;
  readonly ends: Uint8Array;
  readonly records: Uint8Array;
}

export const rawBlocks = (db: ReadDb, after: number, limit: number): RawBlockRow[] =>
  db.all<RawBlockRow>(
    'SELECT first_seq, format, ends, records FROM alert_raw WHERE first_seq > ? ORDER BY first_seq LIMIT ?',
    after,
    limit,
  );

export const rawBlockOf = (db: ReadDb, seq: number): RawBlockRow | undefined =>
  db.get<RawBlockRow>(
    `SELECT first_seq, format, ends, records FROM alert_raw WHERE first_seq <= ? AND last_seq >= ?
     ORDER BY first_seq DESC LIMIT 1`,
    seq,
    seq,
  );

export interface FoundAlert {
  readonly seq: number;
  readonly id: string;
  readonly title: string;
  readonly created_at: number;
  readonly fields: Readonly<Record<string, string | null>>;
}

export function alertAt(db: ReadDb, seq: number): FoundAlert | undefined {
  const row = db.get<Record<string, string | number | null>>(
    `SELECT seq, id, title, description, source_host, source_user, source_ip, dest_ip, detector,
       category, techniques, closing_note, created_at FROM alerts WHERE seq = ? AND deleted_at IS NULL`,
    seq,
  );
  if (!row) return undefined;
  const { seq: _, id, created_at, ...fields } = row;
  return {
    ...{ seq, id: String(id), title: String(fields.title), created_at: Number(created_at) },
    fields: fields as Record<string, string | null>,
  };
}

/** First and last time of alerts. */
export function timesOf(
  db: ReadDb,
  seqs: readonly number[],
): { first: number; last: number } | null {
  const row = db.get<{ first: number | null; last: number | null }>(
    `SELECT min(created_at) AS first, max(created_at) AS last FROM alerts
     WHERE seq IN (SELECT value FROM json_each(?))`,
    JSON.stringify(seqs),
  );
  return row?.first === null || row?.first === undefined || row.last === null
    ? null
    : { first: row.first, last: row.last };
}

export const investigationIds = (db: ReadDb): string[] =>
  db
    .all<{ id: string }>(
      'SELECT id FROM forensic_investigations WHERE deleted_at IS NULL ORDER BY id',
    )
    .map(({ id }) => id);

export interface KeptHit {
  readonly n: number;
  readonly indicatorId: string | null;
  readonly type: string;
  readonly value: string;
  readonly alerts: number;
  readonly events: number;
  readonly places: readonly Sighting[];
  /** ms; of all hits. */
  readonly first: number | null;
  readonly last: number | null;
}

const msOf = (iso: string | null): number | null => (iso === null ? null : Date.parse(iso));

export function keepHits(tx: WriteTx, sweepId: string, hits: readonly KeptHit[]): void {
  for (const hit of hits) {
    tx.run(
      `INSERT OR REPLACE INTO indicator_sweep_hits (sweep_id, n, indicator_id, type, value, alerts, events, places)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
      sweepId,
      hit.n,
      hit.indicatorId,
      hit.type,
      hit.value,
      hit.alerts,
      hit.events,
      JSON.stringify(hit.places),
    );
    if (hit.indicatorId !== null) keepSightings(tx, sweepId, hit.indicatorId, hit);
  }
}

function keepSightings(tx: WriteTx, sweepId: string, id: string, hit: KeptHit): void {
  for (const place of hit.places)
    tx.run(
      `INSERT OR REPLACE INTO indicator_sightings (indicator_id, kind, id, place, label, field, excerpt,
         is_part, seen_at, found_at, sweep_id) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      id,
      place.kind,
      place.id,
      place.place,
      place.label,
      place.field,
      place.excerpt,
      place.isPart ? 1 : 0,
      msOf(place.at),
      tx.now,
      sweepId,
    );
  const row = tx.rows(
    indicatorsTable,
    'SELECT * FROM indicators WHERE id = ? AND deleted_at IS NULL',
    id,
  )[0];
  if (!row) return;
  const first =
    hit.first === null ? row.firstSeen : Math.min(row.firstSeen ?? hit.first, hit.first);
  const last = hit.last === null ? row.lastSeen : Math.max(row.lastSeen ?? hit.last, hit.last);
  tx.update(indicatorsTable, id, { firstSeen: first, lastSeen: last });
  tx.announce('indicator_sightings', id);
}

export interface SweepRow {
  readonly id: string;
  readonly job_id: string | null;
  readonly title: string;
  readonly state: 'RUNNING' | 'DONE' | 'CANCELLED' | 'FAILED';
  readonly message: string | null;
  readonly looked_for: number;
  readonly left_out: number;
  readonly found: number;
  readonly alerts: number;
  readonly events: number;
  readonly read_alerts: number;
  readonly read_events: number;
  readonly ms: number | null;
  readonly started_at: number;
}

export const findSweep = (db: ReadDb, id: string): SweepRow | undefined =>
  db.get<SweepRow>('SELECT * FROM indicator_sweeps WHERE id = ?', id);

export const listSweeps = (db: ReadDb, limit: number): SweepRow[] =>
  db.all<SweepRow>(
    'SELECT * FROM indicator_sweeps ORDER BY started_at DESC, id DESC LIMIT ?',
    limit,
  );

export function beginSweep(tx: WriteTx, id: string, title: string, actor: string): void {
  tx.run(
    `INSERT INTO indicator_sweeps (id, title, state, started_by, started_at) VALUES (?, ?, 'RUNNING', ?, ?)`,
    id,
    title,
    actor,
    tx.now,
  );
  tx.note('indicator_sweeps', 1);
  tx.announce('indicator_sweeps', id);
}

export function nameSweepJob(tx: WriteTx, id: string, jobId: string): void {
  tx.run('UPDATE indicator_sweeps SET job_id = ? WHERE id = ?', jobId, id);
}

export interface SweepEnd {
  readonly state: SweepRow['state'];
  readonly message: string | null;
  readonly lookedFor: number;
  readonly leftOut: number;
  readonly found: number;
  readonly alerts: number;
  readonly events: number;
  readonly readAlerts: number;
  readonly readEvents: number;
  readonly ms: number;
}

export function endSweep(tx: WriteTx, id: string, end: SweepEnd): void {
  tx.run(
    `UPDATE indicator_sweeps SET state = ?, message = ?, looked_for = ?, left_out = ?, found = ?, alerts = ?,
       events = ?, read_alerts = ?, read_events = ?, ms = ?, finished_at = ? WHERE id = ? AND state = 'RUNNING'`,
    end.state,
    end.message,
    end.lookedFor,
    end.leftOut,
    end.found,
    end.alerts,
    end.events,
    end.readAlerts,
    end.readEvents,
    end.ms,
    tx.now,
    id,
  );
  tx.announce('indicator_sweeps', id);
}

/** Where the job could not say so itself. */
export function failSweeps(tx: WriteTx, id: string | null): void {
  tx.run(
    `UPDATE indicator_sweeps SET state = 'FAILED', message = 'The sweep ended before its last alert.', finished_at = ?
     WHERE state = 'RUNNING' AND (? IS NULL OR id = ?)`,
    tx.now,
    id,
    id,
  );
  if (id !== null) tx.announce('indicator_sweeps', id);
}

export function sweepHits(db: ReadDb, id: string, after: number, limit: number) {
  return db.all<{
    n: number;
    indicator_id: string | null;
    type: string;
    value: string;
    alerts: number;
    events: number;
    places: string;
  }>(
    'SELECT * FROM indicator_sweep_hits WHERE sweep_id = ? AND n > ? ORDER BY n LIMIT ?',
    id,
    after,
    limit,
  );
}
