/** Puts what was read into sections of figures and lines. Titles and file names stay as they are: text. */
import { CALENDAR_WORDS } from '../../../shared/areas/calendar/calendar.rules.ts';
import {
  HANDOVER_LINES,
  type HandoverLine,
  type HandoverSection,
} from '../../../shared/areas/handover/handover.contract.ts';
import type { Sla } from '../../../shared/areas/settings/workspace-settings.contract.ts';
import { SEVERITIES, SEVERITY_LABELS } from '../../../shared/kernel/severity.ts';
import { HOUR_MS, toIso } from '../../../shared/kernel/time.ts';
import type { DueDay } from '../../db/due-days.ts';
import type { DeedKind, DeedRow, Deeds } from './handover-deeds.store.ts';
import { type Changed, type ChangeKind, changesByAlert, type Digest } from './handover-digest.ts';
import {
  alertLine,
  alertLink,
  CHANGE_LABELS,
  figure,
  type NameOf,
  queueLink,
  someFigures,
  UNKNOWN_TITLE,
} from './handover-lines.ts';
import type { AlertLine, ImportLine, Overdue, RuleLine, Waiting } from './handover-state.store.ts';

/** Of rows with their alert: the most severe first, then the last. */
function bySeverity<T extends { readonly at: number; readonly alert: AlertLine | undefined }>(
  rows: readonly T[],
): T[] {
  const rank = ({ alert }: T) => (alert ? SEVERITIES.indexOf(alert.severity) : SEVERITIES.length);
  return rows.toSorted((a, b) => rank(a) - rank(b) || b.at - a.at);
}

/** What the next shift must know comes first. */
const CHANGE_ORDER: readonly ChangeKind[] = [
  'escalated',
  'reopened',
  'withdrawn',
  'assigned',
  'started',
];

/** Alerts that were closed in the end are told as decided, not by what came before. */
export function openChanges(digest: Digest): Changed[] {
  return [...changesByAlert(digest).values()].flatMap(({ changes, isClosed }) =>
    isClosed ? [] : changes,
  );
}

export function changedSection(
  digest: Digest,
  deeds: Deeds,
  { alerts, nameOf }: { alerts: ReadonlyMap<string, AlertLine>; nameOf: NameOf },
): HandoverSection {
  const changes = openChanges(digest);
  const ordered = CHANGE_ORDER.flatMap((kind) =>
    bySeverity(
      changes
        .filter((change) => change.kind === kind)
        .map((change) => ({ ...change, alert: alerts.get(change.alertId) })),
    ),
  );
  const lines = ordered.map(({ kind, alertId, alert, by, at, to }): HandoverLine => {
    const whom = kind === 'assigned' ? (to === null ? ' to nobody' : ` to ${nameOf(to)}`) : '';
    return {
      key: `changed:${kind}:${alertId}`,
      text: alert?.title ?? UNKNOWN_TITLE,
      detail: `${CHANGE_LABELS[kind]}${whom} · ${nameOf(by)}`,
      severity: alert?.severity ?? null,
      ...{ at: toIso(at), link: alertLink(alertId) },
    };
  });
  const { done, undone, redone } = deeds.totals;
  return {
    name: 'changed',
    total: changes.length + done + undone + redone,
    figures: someFigures([
      ...CHANGE_ORDER.map((kind) =>
        figure(CHANGE_LABELS[kind], changes.filter((one) => one.kind === kind).length),
      ),
      figure('Groups and incidents', done),
      figure('Undone', undone),
      figure('Done again', redone),
    ]),
    lines: [...deeds.rows.map((deed) => deedLine(deed, nameOf)), ...lines].slice(0, HANDOVER_LINES),
  };
}

const DEED_WORDS: Record<DeedKind, string> = {
  done: '',
  undone: 'Undone · ',
  redone: 'Done again · ',
};

function deedLine(deed: DeedRow, nameOf: NameOf): HandoverLine {
  const left = deed.kind !== 'done' && deed.left > 0;
  return {
    key: `deed:${deed.id}`,
    text: deed.summary,
    detail: `${DEED_WORDS[deed.kind]}${nameOf(deed.by)}${
      left
        ? ` · ${deed.rows.toLocaleString('en')} changed, ${deed.left.toLocaleString('en')} left as they were`
        : ''
    }`,
    severity: null,
    at: toIso(deed.at),
    link: '/alerts?actions=open',
  };
}

export function waitingSection(
  waiting: readonly Waiting[],
  rows: readonly AlertLine[],
): HandoverSection {
  return {
    name: 'waiting',
    total: waiting.reduce((sum, { n }) => sum + n, 0),
    figures: someFigures(
      waiting.map(({ severity, n }) =>
        figure(SEVERITY_LABELS[severity], n, queueLink({ handling: 'waiting', severity })),
      ),
    ),
    lines: rows.map((row) =>
      alertLine(row, {
        key: `waiting:${row.id}`,
        detail: 'Nobody has acted on it',
        at: row.created_at,
      }),
    ),
  };
}

export function criticalSection(found: {
  readonly total: number;
  readonly rows: readonly AlertLine[];
}): HandoverSection {
  return {
    name: 'critical',
    total: found.total,
    figures: [],
    lines: found.rows.map((row) =>
      alertLine(row, {
        key: `critical:${row.id}`,
        detail: row.status === 'OPEN' ? 'Open' : 'In progress',
        at: row.created_at,
      }),
    ),
  };
}

/** Created before the moment that each severity's hours lead back to. */
function olderThan(now: number, hours: Sla): string {
  const parts = SEVERITIES.map(
    (severity) =>
      `(severity:${severity.toLowerCase()} before:${toIso(now - hours[severity] * HOUR_MS)})`,
  );
  return `(${parts.join(' or ')})`;
}

export function overdueSection(
  { toAct, toClose, rows }: Overdue,
  { now, sla, closeSla }: { now: number; sla: Sla; closeSla: Sla },
): HandoverSection {
  return {
    name: 'overdue',
    total: toAct + toClose,
    figures: someFigures([
      figure(
        'First action overdue',
        toAct,
        queueLink({ query: `status:open acted:no ${olderThan(now, sla)}` }),
      ),
      figure(
        'Closing overdue',
        toClose,
        queueLink({ query: `status:active ${olderThan(now, closeSla)}` }),
      ),
    ]),
    lines: rows.map((row) => ({
      ...alertLine(row, {
        key: `overdue:${row.what}:${row.id}`,
        detail: row.what === 'act' ? 'First action was due' : 'Closing was due',
        at: row.due,
      }),
    })),
  };
}

export function suppressionSection(
  rules: readonly RuleLine[],
  span: { readonly since: number; readonly until: number },
  nameOf: NameOf,
): HandoverSection {
  const isIn = (at: number | null) => at !== null && at >= span.since && at <= span.until;
  const told = rules.flatMap((rule) => {
    const about = (what: string, detail: string, at: number) => ({ rule, what, detail, at });
    return [
      ...(isIn(rule.created_at)
        ? [about('added', `Added · ${nameOf(rule.created_by)} · ${rule.reason}`, rule.created_at)]
        : []),
      ...(isIn(rule.ended_at)
        ? [
            about(
              'ended',
              rule.end_kind === 'EXPIRED' ? 'Expired' : `Ended · ${nameOf(rule.ended_by)}`,
              rule.ended_at ?? 0,
            ),
          ]
        : []),
      ...(rule.ended_at === null && rule.expires_at > span.until
        ? isIn(rule.created_at)
          ? []
          : [about('expiring', 'Expires within the next shift', rule.expires_at)]
        : []),
    ];
  });
  const n = (what: string) => told.filter((one) => one.what === what).length;
  return {
    name: 'suppressions',
    total: told.length,
    figures: someFigures([
      figure('Added', n('added')),
      figure('Ended or expired', n('ended')),
      figure('Expiring next', n('expiring')),
    ]),
    lines: told.slice(0, HANDOVER_LINES).map(({ rule, what, detail, at }) => ({
      ...{ key: `suppression:${what}:${rule.id}`, text: rule.name, detail, severity: null },
      ...{ at: toIso(at), link: `/suppressions?rule=${encodeURIComponent(rule.id)}` },
    })),
  };
}

export function importsSection(imports: readonly ImportLine[], nameOf: NameOf): HandoverSection {
  const sum = (of: (row: ImportLine) => number) => imports.reduce((n, row) => n + of(row), 0);
  return {
    name: 'imports',
    total: imports.length,
    figures: someFigures([
      figure(
        'Alerts added',
        sum(({ added }) => added),
      ),
      figure(
        'Records rejected',
        sum(({ rejected }) => rejected),
      ),
    ]),
    lines: imports.slice(0, HANDOVER_LINES).map((row) => ({
      key: `import:${row.id}`,
      text: row.file_name,
      detail: `${row.added.toLocaleString('en')} added, ${row.rejected.toLocaleString('en')} rejected · ${row.state.toLowerCase()} · ${nameOf(row.started_by)}`,
      severity: null,
      at: toIso(row.started_at),
      link: row.job_id ? `/alerts?import=${encodeURIComponent(row.job_id)}` : '/alerts',
    })),
  };
}

export function deadlinesSection(days: readonly DueDay[], total: number): HandoverSection {
  return {
    name: 'deadlines',
    total,
    figures: [],
    lines: days.map(({ kind, id, title, day }) => ({
      ...{ key: `due:${kind}:${id}`, text: title, severity: null, at: null },
      detail: `${CALENDAR_WORDS[kind].label} on ${day}`,
      link: CALENDAR_WORDS[kind].link(id),
    })),
  };
}
