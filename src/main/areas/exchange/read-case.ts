/** Puts together what is given away of an incident, an investigation or a set of indicators. */
import type {
  CaseTechnique,
  ExchangeCase,
  ShownIndicator,
} from '../../../shared/areas/exchange/case.types.ts';
import type { ExportSubject } from '../../../shared/areas/exchange/exchange.contract.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import type { AttackSource } from '../../db/attack-reader.ts';
import type { ReadDb } from '../../db/database.ts';
import type { AlertPort } from './alert-port.types.ts';
import {
  caseIndicators,
  findIncidentRow,
  findInvestigationRow,
  type IndicatorRow,
  incidentAlerts,
  indicatorsById,
  intelObjects,
  investigationAlerts,
  type ListIndicators,
  nodeIdOf,
  notesOf,
  relationsAmongIds,
  sightedIndicators,
  sightingsOf,
} from './case-reader.store.ts';

/** Of a bundle; formats with a line an alert have all. */
const ALERTS_MAX = 2_000;
const ALERTS_AT_ONCE = 500;
const SEVERITIES = ['LOW', 'MEDIUM', 'HIGH', 'CRITICAL'] as const;

export interface CaseDeps {
  readonly alerts: AlertPort;
  readonly attack: AttackSource;
  readonly listIndicators: ListIndicators;
}

const gone = () => new AppError('not-found', 'What was to be exported does not exist any more');

/** Ids of the alerts of a case by `seq`, oldest first; null: those of a filter. */
export function alertsOfSubject(db: ReadDb, subject: ExportSubject): number[] | null {
  if (subject.type === 'incident') {
    const row = findIncidentRow(db, subject.id);
    if (!row) throw gone();
    return incidentAlerts(db, row.id);
  }
  if (subject.type !== 'investigation') return null;
  const row = findInvestigationRow(db, subject.id);
  if (!row) throw gone();
  return investigationAlerts(db, row);
}

const originOf = ({ provenance }: IndicatorRow): string | null => {
  const from = provenance as { kind?: unknown; id?: unknown } | null;
  return from?.kind === 'import' && typeof from.id === 'string' ? from.id : null;
};
const toShown = (row: IndicatorRow): ShownIndicator => ({ ...row, originId: originOf(row) });

type Head = Pick<
  ExchangeCase,
  'id' | 'kind' | 'title' | 'description' | 'severity' | 'verdict' | 'createdAt' | 'updatedAt'
>;

interface Found {
  readonly head: Head;
  readonly rows: readonly IndicatorRow[];
  readonly notes: ExchangeCase['notes'];
}

function findCase(
  db: ReadDb,
  subject: ExportSubject,
  seqs: readonly number[],
  { listIndicators, now }: CaseDeps & { now: number },
): Found {
  if (subject.type === 'incident') {
    const row = findIncidentRow(db, subject.id);
    if (!row) throw gone();
    return {
      head: {
        ...{ id: row.key, kind: 'incident', title: row.name, description: null, verdict: null },
        severity: SEVERITIES[row.severity_rank] ?? null,
        ...{ createdAt: row.first_seen, updatedAt: row.last_seen },
      },
      ...{ rows: sightedIndicators(db, seqs), notes: [] },
    };
  }
  if (subject.type === 'investigation') {
    const row = findInvestigationRow(db, subject.id);
    if (!row) throw gone();
    const { id, title, description, priority: severity, createdAt, updatedAt } = row;
    const verdict = row.closingVerdict ?? (row.closedAt === null ? null : row.verdict);
    const head = { id, title, description, severity, verdict, createdAt, updatedAt };
    return {
      head: { ...head, kind: 'investigation' },
      ...{ rows: caseIndicators(db, row.id), notes: notesOf(db, row.id) },
    };
  }
  if (subject.type === 'alerts') throw new AppError('bad-input', 'Alerts are not a case');
  const rows =
    subject.ids.length > 0
      ? indicatorsById(db, subject.ids)
      : [...listIndicators(db, { filter: subject.filter, now })].flat();
  const times = rows.map(({ createdAt }) => createdAt);
  const changes = rows.map(({ updatedAt }) => updatedAt ?? 0);
  return {
    head: {
      ...{ id: 'indicators', kind: 'indicators', title: 'Indicators', description: null },
      ...{ severity: null, verdict: null },
      createdAt: times.reduce((a, b) => Math.min(a, b), now),
      updatedAt: changes.reduce((a, b) => Math.max(a, b), 0) || now,
    },
    ...{ rows, notes: [] },
  };
}

function techniquesOf(db: ReadDb, ids: readonly string[], attack: AttackSource): CaseTechnique[] {
  const table = attack.of(db);
  return [...new Set(ids)].sort().map((id) => {
    const known = table.technique(id);
    return {
      ...{ id, name: known?.fullName ?? null },
      tactics: known?.tactics ?? [],
      mitigations: known?.mitigations ?? [],
    };
  });
}

/** Everything of it, read at one moment. */
export function readCase(
  db: ReadDb,
  subject: ExportSubject,
  deps: CaseDeps & { readonly now: number },
): ExchangeCase {
  const seqs = alertsOfSubject(db, subject) ?? [];
  const { head, rows, notes } = findCase(db, subject, seqs, deps);
  const shown = seqs.slice(0, ALERTS_MAX);
  const alerts = [];
  for (let at = 0; at < shown.length; at += ALERTS_AT_ONCE)
    for (const { row } of deps.alerts.bySeq(db, shown.slice(at, at + ALERTS_AT_ONCE), false))
      alerts.push(deps.alerts.toAlert(row));
  const ids = rows.map(({ id }) => id);
  return {
    ...head,
    ...{ alerts, alertsLeftOut: seqs.length - shown.length, notes },
    indicators: rows.map(toShown),
    relations: relationsAmongIds(db, new Set(ids)),
    sightings: sightingsOf(db, ids),
    techniques: techniquesOf(
      db,
      alerts.flatMap(({ techniques }) => techniques),
      deps.attack,
    ),
    kept: intelObjects(db),
    author: { id: nodeIdOf(db), name: 'Watchfloor workspace' },
  };
}
