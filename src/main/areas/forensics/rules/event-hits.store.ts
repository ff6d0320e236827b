/** Hits of rules from the events' side. */
import type { ReadDb } from '../../../db/database.ts';

/** Hits on events of a source by their numbers. */
export const hitsOnEvents = (
  db: ReadDb,
  of: { readonly investigationId: string; readonly sourceId: string },
  eventIds: readonly string[],
): {
  readonly eventId: string;
  readonly ruleId: string;
  readonly title: string;
  readonly level: string | null;
  readonly isMarked: number;
}[] =>
  db.all(
    `SELECT h.event_id AS eventId, h.rule_id AS ruleId, h.rule_title AS title, h.level,
       EXISTS (SELECT 1 FROM rule_marks m WHERE m.rule_id = h.rule_id AND m.event_id = h.event_id
         AND m.source_id = h.source_id AND m.investigation_id = h.investigation_id
         AND m.deleted_at IS NULL) AS isMarked
     FROM rule_hits h
     WHERE h.investigation_id = ? AND h.source_id = ?
       AND h.event_id IN (SELECT value FROM json_each(?))
     ORDER BY h.event_id, h.seq LIMIT 2000`,
    ...[of.investigationId, of.sourceId, JSON.stringify(eventIds)],
  );

/** Of the record that a hit is on; null for a hit of a file. */
export const recordKeyOf = (db: ReadDb, hitId: string): string | null =>
  db.get<{ record_key: string | null }>(
    'SELECT record_key FROM rule_hits WHERE seq = ?',
    Number(hitId),
  )?.record_key ?? null;
