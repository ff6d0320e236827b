/**
 * What the workspace knows around one alert, by seeks of the kept tables only: its group, the entities it
 * names, what people marked, indicators, open investigations, and the memory.
 */

import type { AlertFacts, NamedHit } from '../../../shared/areas/assistant/engine/engine.types.ts';
import { peerOf } from '../../../shared/areas/assistant/engine/normalise.ts';
import type { ReadDb } from '../../db/database.ts';
import { entitiesOf, type NamedEntity } from '../../db/groups/entities.ts';
import type { TacticsOf } from './attack-tactics.ts';
import { countClosedOn } from './automation.store.ts';
import { type PointsInUse, pointsInUse } from './engine-points.store.ts';
import { patternUid, type ScoredAlert } from './engine-rows.ts';
import { createSightings } from './engine-sightings.store.ts';
import { createKeyCounts } from './engine-support.store.ts';
import { remembered } from './remembered.ts';

/** More repeats than this are all alike to the engine. */
const BURST_MAX = 1_000;
const BURST_MS = 900_000;
const HITS_MAX = 20;
const FOREVER = Number.MAX_SAFE_INTEGER;

export interface FactsReader {
  /** What suspicion is counted by. */
  readonly points: PointsInUse;
  read(alert: ScoredAlert, now: number): AlertFacts;
  readonly burstOf: (alert: ScoredAlert) => number;
}

/** Reads within one transaction; what does not change in it is read once, and neighbours share much. */
export function createFactsReader(db: ReadDb, tacticsOf: TacticsOf): FactsReader {
  const readSightings = createSightings(db);
  const readKeyCounts = createKeyCounts(db);
  const marksOf = createMarks(db);
  const hitsOf = createHits(db);
  const investigationOf = createInvestigations(db);
  return {
    points: pointsInUse(db),
    burstOf: ({ row }) => burstOf(db, row.seq, row.createdAt),
    read(alert, now) {
      const { row, keys } = alert;
      const entities = entitiesOf(row);
      const marks = marksOf(entities);
      return {
        burst: burstOf(db, row.seq, row.createdAt),
        ...readSightings(alert),
        peer: peerOf(alert.alert),
        hour: new Date(row.createdAt).getUTCHours(),
        criticality: criticalityOf(marks),
        indicatorHits: hitsOf(namedValues(row, entities)),
        allowListHits: allowedOf(marks),
        openInvestigation: investigationOf(row.id, entities),
        tactics: [...tacticsOf(db, row.techniques)],
        dispositions: readKeyCounts(keys, now),
        autoClosedToday:
          keys.pattern === null ? 0 : countClosedOn(db, patternUid(keys.pattern), now),
      };
    },
  };
}

/** Its group holds the repeats of its own quarter of an hour, and no others. */
function burstOf(db: ReadDb, seq: number, at: number): number {
  const row = db.get<{ n: number }>(
    `SELECT count(*) AS n FROM (
       SELECT 1 FROM group_members m INDEXED BY group_members_group
       WHERE m.group_id = (SELECT group_id FROM group_members WHERE alert_seq = ?)
         AND m.created_at > ? AND m.created_at <= ? LIMIT ?)`,
    ...[seq, at - BURST_MS, at, BURST_MAX],
  );
  return Math.max(1, row?.n ?? 1);
}

interface Mark {
  readonly id: string;
  readonly value: string;
  readonly criticality: AlertFacts['criticality'];
}

const byId = (a: { readonly id: string }, b: { readonly id: string }) => (a.id < b.id ? -1 : 1);
const keyOf = ({ kind, value }: NamedEntity) => `${kind} ${value}`;

/** @param until Marks that people made later are left out. */
function createMarks(db: ReadDb, until = FOREVER): (entities: readonly NamedEntity[]) => Mark[] {
  const isAny = db.get('SELECT 1 FROM entity_marks LIMIT 1') !== undefined;
  const marksOf = remembered(keyOf, ({ kind, value }: NamedEntity) =>
    db.all<Mark>(
      `SELECT id, entity_value AS value, criticality FROM entity_marks INDEXED BY entity_marks_entity
       WHERE entity_kind = ? AND entity_value = ? AND deleted_at IS NULL AND created_at <= ?
       ORDER BY id LIMIT ?`,
      ...[kind, value, until, HITS_MAX],
    ),
  );
  return (entities) => (isAny ? entities.flatMap(marksOf).sort(byId).slice(0, HITS_MAX) : []);
}

/** The most critical of them; being known as benign takes nothing from another's being critical. */
function criticalityOf(marks: readonly Mark[]): AlertFacts['criticality'] {
  if (marks.some(({ criticality }) => criticality === 'CRITICAL')) return 'CRITICAL';
  return marks.some(({ criticality }) => criticality === 'KNOWN_BENIGN')
    ? 'KNOWN_BENIGN'
    : 'NORMAL';
}

/** What the alert names, as it stands there and as entities are compared; each once. */
function namedValues(row: ScoredAlert['row'], entities: readonly NamedEntity[]): string[] {
  const written = [row.sourceHost, row.sourceUser, row.sourceIp, row.destIp];
  const values = [...entities.map(({ value }) => value), ...written];
  return [...new Set(values.filter((value) => value !== null && value !== ''))] as string[];
}

/** @param until Indicators that came later are left out. */
function createHits(db: ReadDb, until = FOREVER): (values: readonly string[]) => NamedHit[] {
  const isAny = db.get('SELECT 1 FROM indicators LIMIT 1') !== undefined;
  const hitsOf = remembered(String, (value: string) =>
    db.all<NamedHit>(
      `SELECT id, value FROM indicators INDEXED BY indicators_value
       WHERE value = ? AND is_active = 1 AND deleted_at IS NULL AND created_at <= ?
       ORDER BY id LIMIT ?`,
      ...[value, until, HITS_MAX],
    ),
  );
  return (values) => (isAny ? values.flatMap(hitsOf).sort(byId).slice(0, HITS_MAX) : []);
}

/** Of the alert itself, or of an entity of it (engine_investigated); of several the first by id. */
function createInvestigations(
  db: ReadDb,
): (alertId: string, entities: readonly NamedEntity[]) => AlertFacts['openInvestigation'] {
  const isAny = db.get('SELECT 1 FROM engine_investigated LIMIT 1') !== undefined;
  const onAlert = (alertId: string) =>
    db.all<{ id: string }>(
      `SELECT id FROM forensic_investigations INDEXED BY forensic_investigations_incident
       WHERE incident_id = ? AND status <> 'COMPLETED' AND deleted_at IS NULL`,
      alertId,
    );
  const onEntity = remembered(keyOf, ({ kind, value }: NamedEntity) =>
    db.all<{ id: string }>(
      `SELECT d.investigation_id AS id FROM entities e INDEXED BY entities_value
       CROSS JOIN engine_investigated d ON d.entity_id = e.id
       WHERE e.kind = ? AND e.value = ?`,
      ...[kind, value],
    ),
  );
  return (alertId, entities) => {
    const found = [...onAlert(alertId), ...(isAny ? entities.flatMap(onEntity) : [])];
    const [first] = found.sort(byId);
    return first ? { kind: 'investigation', id: first.id } : null;
  };
}

/** What people had marked and which indicators they had by then: for a replay of the past. */
export function pastMarks(
  db: ReadDb,
  { row }: ScoredAlert,
): Pick<AlertFacts, 'criticality' | 'indicatorHits' | 'allowListHits'> {
  const entities = entitiesOf(row);
  const marks = createMarks(db, row.createdAt)(entities);
  return {
    criticality: criticalityOf(marks),
    indicatorHits: createHits(db, row.createdAt)(namedValues(row, entities)),
    allowListHits: allowedOf(marks),
  };
}

const allowedOf = (marks: readonly Mark[]): NamedHit[] =>
  marks
    .filter(({ criticality }) => criticality === 'KNOWN_BENIGN')
    .map(({ id, value }) => ({ id, value }));
