/** The steps of an investigation, each over what those before it found. Only the first five and the check of indicators read the workspace. */
import type {
  CaseEntity,
  CaseHypothesis,
  CaseTechnique,
  Ioc,
  TimelineEntry,
} from '../../../shared/areas/forensics/analysis.ts';
import type {
  CaseAlert,
  CaseFacts,
  CaseQuestion,
  CaseRecord,
  CaseRelated,
  CaseSubject,
  DeskPattern,
  KnownIndicator,
} from '../../../shared/areas/forensics/case.types.ts';
import { extractIndicators } from '../../../shared/areas/forensics/indicators/extract.ts';
import type { InvestigationStep } from '../../../shared/areas/forensics/investigations.rules.ts';
import { VERDICT_WORDS } from '../../../shared/areas/forensics/investigations.rules.ts';
import {
  byText,
  byTime,
  plural,
  severityRank,
} from '../../../shared/areas/forensics/steps/case-words.ts';
import {
  type CaseConclusion,
  conclude,
  weigh,
} from '../../../shared/areas/forensics/steps/conclude.ts';
import { weighHypotheses } from '../../../shared/areas/forensics/steps/hypotheses.ts';
import {
  checkIndicators,
  gatherIndicators,
  indicatorKey,
} from '../../../shared/areas/forensics/steps/indicators.ts';
import {
  mapTechniques,
  type TechniqueTable,
} from '../../../shared/areas/forensics/steps/techniques.ts';
import { reconstructTimeline } from '../../../shared/areas/forensics/steps/timeline.ts';
import { HOUR_MS } from '../../../shared/kernel/time.ts';
import type { ReadDb } from '../../db/database.ts';
import {
  alertsById,
  alertsNaming,
  alertsOfIncident,
  findIncident,
  incidentsOfAlerts,
  readEntities,
  readKnownIndicators,
  readOwnDomains,
  readPatterns,
} from './collect.store.ts';

const SUBJECT_MAX = 400;
const RELATED_MAX = 400;
const ENTITIES_MAX = 120;
const RECORDS_MAX = 300;
/** More alerts than that: sharing the entity says nothing, and its alerts are not followed. */
const COMMON_ALERTS = 200;
const AROUND_MS = 72 * HOUR_MS;
/** Up to the last moment that a date can be, ms. */
const ALWAYS = { from: 0, to: 8_640_000_000_000_000, limit: COMMON_ALERTS };

/** What each step leaves in the journal. */
export interface CaseJournal {
  readonly subject?: CaseSubject;
  readonly entities?: readonly CaseEntity[];
  readonly related?: CaseRelated;
  readonly history?: { readonly patterns: readonly DeskPattern[]; readonly since: number | null };
  readonly records?: {
    readonly records: readonly CaseRecord[];
    readonly ownDomains: readonly string[];
  };
  readonly timeline?: { readonly entries: readonly TimelineEntry[]; readonly leftOut: number };
  readonly indicators?: {
    readonly iocs: readonly Ioc[];
    readonly leftOut: number;
    readonly known: readonly KnownIndicator[];
  };
  readonly techniques?: readonly CaseTechnique[];
  readonly hypotheses?: readonly CaseHypothesis[];
  readonly verdict?: CaseConclusion;
}

export interface CaseAsked {
  readonly question: CaseQuestion;
  readonly alertIds: readonly string[];
  /** Of the timeline that was kept before. */
  readonly earlierAlertIds: readonly string[];
}

export interface CaseSources {
  /** The record of an alert as its source wrote it; null where none was imported. */
  readonly readRecord: (db: ReadDb) => (seq: number) => { format: string; text: string } | null;
  readonly techniques: TechniqueTable;
}

type Output<S extends Exclude<InvestigationStep, 'record'>> = NonNullable<CaseJournal[S]>;
interface Done<S extends Exclude<InvestigationStep, 'record'>> {
  readonly output: Output<S>;
  readonly note: string;
}
export type CaseSteps = {
  readonly [S in Exclude<InvestigationStep, 'record'>]: (
    db: ReadDb,
    journal: CaseJournal,
  ) => Done<S>;
};

const need = <T>(value: T | undefined): T => {
  if (value === undefined) throw new Error('A step ran before the one it needs');
  return value;
};

export function createCaseSteps(asked: CaseAsked, sources: CaseSources): CaseSteps {
  const factsOf = (journal: CaseJournal): CaseFacts => ({
    question: asked.question,
    subject: need(journal.subject),
    entities: need(journal.entities),
    related: need(journal.related),
    patterns: need(journal.history).patterns,
    patternsSince: need(journal.history).since,
    records: need(journal.records).records,
    ownDomains: need(journal.records).ownDomains,
  });
  const partsOf = (journal: CaseJournal) => ({
    facts: factsOf(journal),
    techniques: need(journal.techniques),
    iocs: need(journal.indicators).iocs,
    indicatorsLeftOut: need(journal.indicators).leftOut,
    known: need(journal.indicators).known,
    timeline: need(journal.timeline),
  });
  return {
    subject(db) {
      const output = findSubject(db, asked);
      return {
        output,
        note: output.by === 'none' ? 'No alert found' : plural(output.alerts.length, 'alert'),
      };
    },
    entities(db, { subject }) {
      const output = countEntities(db, need(subject).alerts);
      return { output, note: plural(output.length, 'entity', 'entities') };
    },
    related(db, { subject, entities }) {
      const output = collectRelated(db, need(subject).alerts, need(entities));
      return { output, note: plural(output.alerts.length, 'related alert') };
    },
    history(db, { subject }) {
      const { alerts } = need(subject);
      const output = readPatterns(
        db,
        new Set(alerts.map(({ source, detector }) => JSON.stringify([source, detector]))),
        new Set(alerts.map(({ id }) => id)),
      );
      const n = output.patterns.reduce((sum, { benign, malicious }) => sum + benign + malicious, 0);
      return { output, note: plural(n, 'earlier decision') };
    },
    records(db, { subject }) {
      const read = sources.readRecord(db);
      const records = need(subject)
        .alerts.slice(0, RECORDS_MAX)
        .flatMap(({ id, seq }) => {
          const record = read(seq);
          return record ? [{ alertId: id, ...record }] : [];
        });
      return {
        output: { records, ownDomains: readOwnDomains(db) },
        note: plural(records.length, 'record'),
      };
    },
    timeline(_, { subject, related }) {
      const output = reconstructTimeline({ subject: need(subject), related: need(related) });
      return { output, note: plural(output.entries.length, 'entry', 'entries') };
    },
    indicators(db, journal) {
      const { subject, related, records } = journal;
      const found = gatherIndicators({
        ...{ subject: need(subject), related: need(related) },
        ...need(records),
      });
      const values = [...new Set(found.iocs.map(({ value }) => value))];
      const known = readKnownIndicators(db, values, asked.question.id).filter((one) =>
        found.iocs.some((ioc) => indicatorKey(ioc) === indicatorKey(one)),
      );
      const iocs = checkIndicators(found.iocs, {
        known,
        alertsByValue: countNaming(db, found.iocs),
      });
      return {
        output: { iocs, leftOut: found.leftOut, known },
        note: plural(iocs.length, 'indicator'),
      };
    },
    techniques(_, { subject }) {
      const output = mapTechniques(need(subject).alerts, sources.techniques);
      return { output, note: plural(output.length, 'technique') };
    },
    hypotheses(_, journal) {
      const output = weighHypotheses(weigh(partsOf(journal), sources.techniques));
      const n = output.filter(({ standing }) => standing === 'supported').length;
      return { output, note: `${n} of ${output.length} supported` };
    },
    verdict(_, journal) {
      const output = conclude(partsOf(journal), sources.techniques, [...need(journal.hypotheses)]);
      return { output, note: VERDICT_WORDS[output.verdict] };
    },
  };
}

function findSubject(db: ReadDb, asked: CaseAsked): CaseSubject {
  const { incidentId } = asked.question;
  const named = alertsById(db, asked.alertIds);
  if (named.length > 0) return subjectOf(db, 'alerts', named);
  const incident = findIncident(db, incidentId);
  if (incident) {
    const { alerts, total } = alertsOfIncident(db, incident.id, SUBJECT_MAX);
    const incidents = [{ key: incident.key, name: incident.name }];
    return { by: 'incident', incidents, alerts, leftOut: Math.max(0, total - alerts.length) };
  }
  const alert = alertsById(db, [incidentId]);
  if (alert.length > 0) return subjectOf(db, 'alert', alert);
  const earlier = alertsById(db, asked.earlierAlertIds);
  if (earlier.length > 0) return subjectOf(db, 'earlier', earlier);
  const told = alertsByText(db, asked.question);
  return told.length > 0
    ? subjectOf(db, 'text', told)
    : { by: 'none', incidents: [], alerts: [], leftOut: 0 };
}

function subjectOf(db: ReadDb, by: CaseSubject['by'], all: readonly CaseAlert[]): CaseSubject {
  const worstFirst = all.toSorted(
    (a, b) => severityRank(a.severity) - severityRank(b.severity) || byTime(a, b),
  );
  const alerts = worstFirst.slice(0, SUBJECT_MAX).sort(byTime);
  const incidents = incidentsOfAlerts(
    db,
    alerts.map(({ seq }) => seq),
  );
  return {
    by,
    incidents: incidents.map(({ key, name }) => ({ key, name })),
    alerts,
    leftOut: all.length - alerts.length,
  };
}

/** Hosts, accounts and indicators that the person named: alerts that few others share them with. */
function alertsByText(db: ReadDb, { incidentId, title, description }: CaseQuestion): CaseAlert[] {
  const text = `${incidentId}\n${title}\n${description}`;
  const words = new Set(text.toLowerCase().match(/[a-z\d][\w.@-]{2,63}(?<![.-])/g) ?? []);
  const names = [
    ...[...words].slice(0, 400).flatMap((word) => [`host:${word}`, `user:${word}`]),
    ...extractIndicators(text).flatMap(({ type, value }) => {
      const kind = entityKindOf(type);
      return kind === null ? [] : [`${kind}:${value}`];
    }),
  ];
  const found = new Map<string, CaseAlert>();
  for (const entity of readEntities(db, names)) {
    if (entity.alerts > COMMON_ALERTS) continue;
    for (const alert of alertsNaming(db, entity, ALWAYS)) found.set(alert.id, alert);
  }
  return [...found.values()];
}

function entityKindOf(type: string): 'address' | 'mailbox' | 'hash' | null {
  if (type === 'ip') return 'address';
  if (type === 'email') return 'mailbox';
  return type === 'md5' || type === 'sha1' || type === 'sha256' ? 'hash' : null;
}

function countEntities(db: ReadDb, alerts: readonly CaseAlert[]): CaseEntity[] {
  const here = new Map<string, number>();
  for (const { entities } of alerts)
    for (const name of new Set(entities)) here.set(name, (here.get(name) ?? 0) + 1);
  return readEntities(db, [...here.keys()])
    .map(({ kind, value, alerts: all, criticality }) => ({
      ...{ kind, value, alerts: all, criticality },
      alertsHere: here.get(`${kind}:${value}`) ?? 0,
      isCommon: all > COMMON_ALERTS,
    }))
    .sort(
      (a, b) =>
        b.alertsHere - a.alertsHere || byText(`${a.kind}:${a.value}`, `${b.kind}:${b.value}`),
    )
    .slice(0, ENTITIES_MAX);
}

function collectRelated(
  db: ReadDb,
  alerts: readonly CaseAlert[],
  entities: readonly CaseEntity[],
): CaseRelated {
  if (alerts.length === 0) return { alerts: [], leftOut: 0 };
  const times = alerts.map(({ at }) => at);
  const range = {
    from: Math.min(...times) - AROUND_MS,
    to: Math.max(...times) + AROUND_MS,
    limit: COMMON_ALERTS,
  };
  const own = new Set(alerts.map(({ id }) => id));
  const found = new Map<string, CaseAlert>();
  const rare = entities.filter(({ isCommon }) => !isCommon);
  for (const entity of readEntities(
    db,
    rare.map(({ kind, value }) => `${kind}:${value}`),
  ))
    for (const alert of alertsNaming(db, entity, range))
      if (!own.has(alert.id)) found.set(alert.id, alert);
  const kept = [...found.values()]
    .sort((a, b) => severityRank(a.severity) - severityRank(b.severity) || byTime(a, b))
    .slice(0, RELATED_MAX)
    .sort(byTime);
  return { alerts: kept, leftOut: entities.length - rare.length };
}

/** Alerts of the whole workspace that name an indicator, where entities are kept count of. */
function countNaming(db: ReadDb, iocs: readonly Ioc[]): Record<string, number> {
  const byName = new Map<string, string>();
  for (const ioc of iocs) {
    const kind = entityKindOf(ioc.type);
    if (kind !== null) byName.set(`${kind}:${ioc.value}`, indicatorKey(ioc));
  }
  return Object.fromEntries(
    readEntities(db, [...byName.keys()]).flatMap(({ kind, value, alerts }) => {
      const key = byName.get(`${kind}:${value}`);
      return key === undefined ? [] : [[key, alerts]];
    }),
  );
}
