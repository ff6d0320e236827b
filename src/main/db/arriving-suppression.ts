/**
 * Rules of suppression at the door: which of the alerts that arrive are hidden, and the hits of their
 * rules, in the transaction that stores them. Where there is no rule this is one look at an empty table.
 *
 * Hides alerts from people. Defences: only open alerts are hidden, never above the rule's severity; a
 * rule is asked for its time at every batch, and hides nothing under a clock that was set back; what is
 * hidden is kept whole and found with `suppressed=only`.
 */
import {
  createRuleIndex,
  type ScopedAlert,
} from '../../shared/areas/suppression/scope-match.rules.ts';
import { isInForce } from '../../shared/areas/suppression/suppression.rules.ts';
import type { ReadDb } from './database.ts';
import { type PackedRows, packedColumn, withColumn } from './packed-rows.ts';
import type { RowOf } from './statements.ts';
import { suppressionRulesTable } from './tables/suppression.table.ts';
import type { WriteTx } from './write-door.ts';

type RuleRow = RowOf<typeof suppressionRulesTable>;

/** The rules in force that could mean an alert of these sources and detectors, the first made first. */
function rulesFor(
  db: ReadDb,
  { sources, detectors }: { sources: ReadonlySet<unknown>; detectors: ReadonlySet<unknown> },
  now: number,
): RuleRow[] {
  const places = db.all<{ detector: string; rule_id: string }>(
    `SELECT detector, rule_id FROM suppression_places
     WHERE source = '' OR source IN (SELECT value FROM json_each(?))`,
    JSON.stringify([...sources]),
  );
  const ids = places
    .filter(({ detector }) => detector === '' || detectors.has(detector))
    .map(({ rule_id }) => rule_id);
  if (ids.length === 0) return [];
  return db
    .rows(
      suppressionRulesTable,
      `SELECT * FROM suppression_rules WHERE id IN (SELECT value FROM json_each(?))
       AND ended_at IS NULL AND deleted_at IS NULL ORDER BY created_at, id`,
      JSON.stringify([...new Set(ids)]),
    )
    .filter((rule) => isInForce(rule, now));
}

const hasRules = (db: ReadDb): boolean =>
  db.get('SELECT 1 FROM suppression_places LIMIT 1') !== undefined;

/** Alerts of packed rows, read by their place. */
function alertReader(rows: PackedRows): (index: number) => ScopedAlert & { status: unknown } {
  const column = (property: string) => packedColumn(rows, property) ?? [];
  const title = column('title') as string[];
  const severity = column('severity') as ScopedAlert['severity'][];
  const source = column('source') as string[];
  const detector = column('detector') as (string | null)[];
  const sourceHost = column('sourceHost') as (string | null)[];
  const sourceUser = column('sourceUser') as (string | null)[];
  const sourceIp = column('sourceIp') as (string | null)[];
  const destIp = column('destIp') as (string | null)[];
  const techniques = column('techniques') as string[];
  const status = column('status');
  return (index) => ({
    title: title[index] as string,
    severity: severity[index] as ScopedAlert['severity'],
    source: source[index] as string,
    detector: detector[index] ?? null,
    sourceHost: sourceHost[index] ?? null,
    sourceUser: sourceUser[index] ?? null,
    sourceIp: sourceIp[index] ?? null,
    destIp: destIp[index] ?? null,
    techniques: techniques[index] ?? '[]',
    status: status[index],
  });
}

/** The rows with the rule that hides each, as far as one does. */
export function suppressArriving(tx: WriteTx, rows: PackedRows): PackedRows {
  if (rows.count === 0 || !hasRules(tx)) return rows;
  const sources = new Set(packedColumn(rows, 'source'));
  const detectors = new Set(packedColumn(rows, 'detector'));
  const rules = rulesFor(tx, { sources, detectors }, tx.now);
  if (rules.length === 0) return rows;
  const ruleOf = createRuleIndex(rules);
  const alertAt = alertReader(rows);
  const suppressedBy = Array.from({ length: rows.count }, (_, index) => {
    const alert = alertAt(index);
    return alert.status === 'OPEN' ? (ruleOf(alert)?.id ?? null) : null;
  });
  if (suppressedBy.every((rule) => rule === null)) return rows;
  return withColumn(rows, 'suppressedBy', suppressedBy);
}

/** Counts the hits of the rows that were inserted: what was known already is no hit. */
export function countHits(tx: WriteTx, rows: PackedRows, insertedPlaces: readonly number[]): void {
  const suppressedBy = packedColumn(rows, 'suppressedBy');
  if (!suppressedBy) return;
  const hits = new Map<string, number>();
  for (const place of insertedPlaces) {
    const rule = suppressedBy[place] as string | null;
    if (rule !== null) hits.set(rule, (hits.get(rule) ?? 0) + 1);
  }
  for (const [rule, n] of hits) {
    tx.run(
      `INSERT INTO suppression_hits (rule_id, hits, last_hit_at) VALUES (?, ?, ?)
       ON CONFLICT (rule_id) DO UPDATE SET hits = hits + excluded.hits, last_hit_at = excluded.last_hit_at`,
      rule,
      n,
      tx.now,
    );
  }
}
