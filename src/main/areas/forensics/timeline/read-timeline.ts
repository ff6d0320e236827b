/** A case's timeline: every source as marks on one scale, read at once. Nothing of it is kept. */
import { actWords } from '../../../../shared/areas/forensics/timeline/act-words.ts';
import type {
  Timeline,
  TimelineMark,
} from '../../../../shared/areas/forensics/timeline/timeline.contract.ts';
import { TIMELINE_LIMITS } from '../../../../shared/areas/forensics/timeline/timeline.contract.ts';
import { toIso } from '../../../../shared/kernel/time.ts';
import type { ReadDb } from '../../../db/database.ts';
import { alertsOfIncident, findIncident } from '../collect.store.ts';
import { findInvestigation, peopleNames } from '../investigations.store.ts';
import {
  type ActRow,
  actsOn,
  caseRecordIds,
  type EvidenceRow,
  evidenceMarks,
} from './case-history.store.ts';
import { alignedOf } from './promoted-rows.ts';
import {
  type AlignmentRow,
  alignmentsOf,
  countPromoted,
  type PromotedRow,
} from './promotions.store.ts';
import { type AlertMarkRow, alertIdsOf, alertMarks, promotedMarks } from './timeline.store.ts';

/** Names of tactics of techniques, in the order of the matrix. */
export interface TacticTable {
  tacticsOf(ids: readonly string[]): string[];
}

/** Alerts whose own history is followed. */
const FOLLOWED_ALERTS = 500;

type Names = ReadonlyMap<string, string>;

export function readTimeline(db: ReadDb, id: string, table: TacticTable): Timeline {
  const limits = TIMELINE_LIMITS;
  const ids = caseAlertIds(db, id);
  const alerts = alertMarks(db, ids, limits.alert + 1);
  const shownIds = alerts.slice(0, FOLLOWED_ALERTS).map((row) => row.id);
  const events = promotedMarks(db, id, limits.event);
  const acts = actsOn(db, [id, ...caseRecordIds(db, id), ...shownIds], limits.act + 1);
  const evidence = evidenceMarks(db, id, shownIds, limits.evidence + 1);
  const alignments = alignmentsOf(db, id);
  const names = peopleNames(db, [
    ...acts.flatMap(({ actor }) => actor ?? []),
    ...evidence.flatMap(({ actor }) => actor ?? []),
    ...events.flatMap(({ promotedBy }) => promotedBy ?? []),
  ]);
  const tacticsOf = (techniques: readonly string[]) => table.tacticsOf(techniques);
  const subjects = new Map([
    ...alerts.map((row) => [row.id, row.title] as const),
    ...events.map((row) => [row.id, row.summary] as const),
    ...[...alignments.values()].map((row) => [row.id, row.sourceName] as const),
  ]);
  const eventMarks = events.flatMap((row) =>
    promotedMark(row, alignments.get(row.sourceId), { names, tacticsOf }),
  );
  const marks = [
    ...alerts.slice(0, limits.alert).map((row) => alertMark(row, tacticsOf)),
    ...eventMarks,
    ...acts.slice(0, limits.act).map((row) => actMark(row, names, subjects.get(row.recordId))),
    ...evidence.slice(0, limits.evidence).map((row) => evidenceMark(row, names)),
  ].sort(inOrder);
  return {
    marks,
    tactics: tacticsOf([...new Set(marks.flatMap(({ techniques }) => techniques))]),
    leftOut: {
      alert: Math.max(0, ids.length - limits.alert),
      event: Math.max(0, countPromoted(db, id) - events.length),
      act: Math.max(0, acts.length - limits.act),
      evidence: Math.max(0, evidence.length - limits.evidence),
    },
    untimed: events.length - eventMarks.length,
  };
}

function caseAlertIds(db: ReadDb, id: string): string[] {
  const ids = new Set(alertIdsOf(db, id));
  const row = findInvestigation(db, id);
  const incident = row && findIncident(db, row.incidentId);
  if (incident)
    for (const alert of alertsOfIncident(db, incident.id, TIMELINE_LIMITS.alert).alerts)
      ids.add(alert.id);
  return [...ids];
}

const inOrder = (a: TimelineMark, b: TimelineMark): number =>
  a.at === b.at ? a.nanos - b.nanos || (a.id < b.id ? -1 : 1) : a.at < b.at ? -1 : 1;

const NOTHING = {
  ...{
    nanos: 0,
    recordedNanos: 0,
    detail: null,
    severity: null,
    who: null,
    host: null,
    user: null,
  },
  ...{ source: null, techniques: [], tactics: [] },
} as const;

function alertMark(
  row: AlertMarkRow,
  tacticsOf: (techniques: readonly string[]) => string[],
): TimelineMark {
  const techniques = textsOf(row.techniques);
  return {
    ...NOTHING,
    ...{ id: `alert:${row.id}`, type: 'alert', at: toIso(row.at), recordedAt: toIso(row.at) },
    ...{ title: row.title, kind: 'alert', severity: row.severity, host: row.host, user: row.user },
    ...{ source: row.source, techniques, tactics: tacticsOf(techniques), recordId: row.id },
  };
}

function textsOf(json: string): string[] {
  const value: unknown = JSON.parse(json);
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

function promotedMark(
  row: PromotedRow,
  alignment: AlignmentRow | undefined,
  { names, tacticsOf }: { names: Names; tacticsOf: (ids: readonly string[]) => string[] },
): TimelineMark[] {
  const at = alignedOf(row, alignment);
  if (at === null || row.timeMs === null) return [];
  const techniques = row.technique === null ? [] : [row.technique];
  const { host = null, user = null } = (row.event ?? {}) as { host?: string; user?: string };
  return [
    {
      ...NOTHING,
      ...{ id: `event:${row.id}`, type: 'event', at: toIso(at.ms), nanos: at.nanos },
      ...{ recordedAt: toIso(row.timeMs), recordedNanos: row.timeNanos },
      ...{ title: row.summary, detail: row.note, kind: row.kind },
      who:
        row.promotedBy === null ? row.ruleName : (names.get(row.promotedBy) ?? 'Unknown account'),
      ...{ host, user, source: row.sourceName, techniques, tactics: tacticsOf(techniques) },
      recordId: row.id,
    },
  ];
}

function actMark(row: ActRow, names: Names, subject: string | undefined): TimelineMark {
  const who = row.actor === null ? null : (names.get(row.actor) ?? 'Unknown account');
  return {
    ...NOTHING,
    ...{ id: `act:${row.seq}`, type: 'act', at: toIso(row.at), recordedAt: toIso(row.at) },
    ...{
      title: subject === undefined ? actWords(row.action) : `${actWords(row.action)}: ${subject}`,
    },
    ...{ detail: row.reason, kind: row.action, who },
    recordId: row.resource === 'alerts' ? row.recordId : null,
  };
}

function evidenceMark(row: EvidenceRow, names: Names): TimelineMark {
  return {
    ...NOTHING,
    ...{ id: `evidence:${row.id}`, type: 'evidence', at: toIso(row.at), recordedAt: toIso(row.at) },
    ...{ title: row.title, kind: row.action.toLowerCase() },
    who: row.actor === null ? null : (names.get(row.actor) ?? 'Unknown account'),
    recordId: row.evidenceId,
  };
}
