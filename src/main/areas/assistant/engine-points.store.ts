/**
 * Points of suspicion as the desk's verdicts refit them (refit.ts). Grants influence over the order of
 * the queue; its defences: only verdicts of people that came after the engine had spoken, of one pattern
 * at most ten a day; bounded change; what strangers can bring about never falls below the hand-set
 * points; a person switches back to those at any time.
 */

import { ENGINE_VERSION } from '../../../shared/areas/assistant/engine/engine.types.ts';
import {
  POINT_CODES,
  POINTS,
  type PointCode,
  type PointTable,
} from '../../../shared/areas/assistant/engine/points.ts';
import {
  BENIGN_AT_LEAST,
  type ExampleCounts,
  MALICIOUS_AT_LEAST,
  refitPoints,
} from '../../../shared/areas/assistant/engine/refit.ts';
import type { ReadDb } from '../../db/database.ts';
import type { WriteTx } from '../../db/write-door.ts';
import { readPolicy } from './automation.store.ts';
import { redoOpen } from './engine-redo.store.ts';

/** So many verdicts more, or fewer, and the points are fitted anew. */
const REFIT_EVERY = 25;
const ALL = '';

export interface PointsInUse {
  /** 0: the hand-set ones. */
  readonly revision: number;
  readonly points: PointTable;
}

export interface Refit extends PointsInUse {
  readonly at: number;
  readonly malicious: number;
  readonly benign: number;
}

export const reasonBits = (codes: readonly string[]): number =>
  POINT_CODES.reduce((bits, code, place) => (codes.includes(code) ? bits + 2 ** place : bits), 0);

const codesOf = (bits: number): PointCode[] =>
  POINT_CODES.filter((_, place) => Math.floor(bits / 2 ** place) % 2 === 1);

/** The last of this version of the engine; a table that lacks a code is none. */
export function lastRefit(db: ReadDb): Refit | null {
  const row = db.get<Omit<Refit, 'points'> & { readonly points: string }>(
    `SELECT revision, at, malicious, benign, points FROM engine_points
     WHERE version = ? ORDER BY revision DESC LIMIT 1`,
    ENGINE_VERSION,
  );
  if (!row) return null;
  const points = JSON.parse(row.points) as Partial<PointTable>;
  const isWhole = POINT_CODES.every((code) => Number.isFinite(points[code]));
  return isWhole ? { ...row, points: points as PointTable } : null;
}

export function pointsInUse(db: ReadDb): PointsInUse {
  const last = readPolicy(db).points === 'HAND' ? null : lastRefit(db);
  return last ?? { revision: 0, points: POINTS };
}

export function countExample(tx: WriteTx, bits: number, isMalicious: boolean, n: 1 | -1): void {
  for (const code of [ALL, ...codesOf(bits)])
    tx.run(
      `INSERT INTO engine_examples (code, malicious, benign) VALUES (?, ?, ?)
       ON CONFLICT (code) DO UPDATE SET malicious = malicious + excluded.malicious,
         benign = benign + excluded.benign`,
      ...[code, isMalicious ? n : 0, isMalicious ? 0 : n],
    );
}

export function readExamples(db: ReadDb): ExampleCounts {
  const rows = db.all<{ code: string; malicious: number; benign: number }>(
    'SELECT code, malicious, benign FROM engine_examples',
  );
  const byCode = new Map(rows.map(({ code, ...counts }) => [code as PointCode, counts]));
  const { malicious = 0, benign = 0 } = rows.find(({ code }) => code === ALL) ?? {};
  return { malicious, benign, byCode };
}

/** Part of the engine's work: cheap where nothing is due. */
export function refitIfDue(tx: WriteTx): void {
  const all = tx.get<{ malicious: number; benign: number }>(
    'SELECT malicious, benign FROM engine_examples WHERE code = ?',
    ALL,
  );
  if (!all || all.malicious < MALICIOUS_AT_LEAST || all.benign < BENIGN_AT_LEAST) return;
  const last = lastRefit(tx);
  const since = last ? all.malicious + all.benign - last.malicious - last.benign : REFIT_EVERY;
  if (Math.abs(since) < REFIT_EVERY) return;
  const points = refitPoints(readExamples(tx));
  if (last && POINT_CODES.every((code) => last.points[code] === points[code])) {
    tx.run(
      'UPDATE engine_points SET malicious = ?, benign = ? WHERE revision = ?',
      ...[all.malicious, all.benign, last.revision],
    );
    return;
  }
  tx.run(
    `INSERT INTO engine_points (revision, version, at, malicious, benign, points)
     VALUES ((SELECT coalesce(max(revision), 0) + 1 FROM engine_points), ?, ?, ?, ?, ?)`,
    ...[ENGINE_VERSION, tx.now, all.malicious, all.benign, JSON.stringify(points)],
  );
  if (readPolicy(tx).points === 'REFITTED') redoOpen(tx);
  tx.announce('engine_decisions');
}
