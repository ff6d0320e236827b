/** Puts what was read into sections of figures and lines. Titles and file names stay as they are: text. */
import { isActive } from '../../../shared/areas/alerts/alerts.rules.ts';
import { VERDICT_LABELS, VERDICTS } from '../../../shared/areas/alerts/dispositions.rules.ts';
import { CALENDAR_WORDS } from '../../../shared/areas/calendar/calendar.rules.ts';
import {
  HANDOVER_LINES,
  type HandoverFigure,
  type HandoverLine,
  type HandoverPerson,
  type HandoverSection,
} from '../../../shared/areas/handover/handover.contract.ts';
import { SEVERITIES, SEVERITY_LABELS } from '../../../shared/kernel/severity.ts';
import { toIso } from '../../../shared/kernel/time.ts';
import type { DueDay } from '../../db/due-days.ts';
import type { Changed, ChangeKind, Decided, Digest } from './handover-digest.ts';
import type { DeedRow } from './handover-log.store.ts';
import type {
  AlertLine,
  ImportLine,
  Overdue,
  OverturnedLine,
  RuleLine,
  Waiting,
} from './handover-state.store.ts';

export type NameOf = (account: string | null) => string;

const UNKNOWN_TITLE = 'An alert that was deleted since';
const alertLink = (id: string) => `/alerts?alert=${encodeURIComponent(id)}`;
const figure = (label: string, n: number, link: string | null = null): HandoverFigure => ({
  ...{ label, n, link },
});
const someFigures = (figures: readonly HandoverFigure[]) => figures.filter(({ n }) => n > 0);

function alertLine(
  row: AlertLine,
  more: { key: string; detail: string; at: number },
): HandoverLine {
  return {
    ...{ key: more.key, text: row.title, detail: more.detail, severity: row.severity },
    ...{ at: toIso(more.at), link: alertLink(row.id) },
  };
}

/** Of rows with their alert: the most severe first, then the last. */
function bySeverity<T extends { readonly at: number; readonly alert: AlertLine | undefined }>(
  rows: readonly T[],
): T[] {
  const rank = ({ alert }: T) => (alert ? SEVERITIES.indexOf(alert.severity) : SEVERITIES.length);
  return rows.toSorted((a, b) => rank(a) - rank(b) || b.at - a.at);
}

export function decidedSection(
  digest: Digest,
  alerts: ReadonlyMap<string, AlertLine>,
  { nameOf, since }: { nameOf: NameOf; since: number },
): HandoverSection {
  const all = [...digest.decided].map(([id, decided]) => ({
    ...{ id, ...decided, alert: alerts.get(id) },
  }));
  const people = all.filter(({ isAutomatic }) => !isAutomatic);
  const link = `/alerts?handling=closed&since=${encodeURIComponent(toIso(since))}`;
  return {
    name: 'decided',
    total: all.length,
    figures: someFigures([
      ...VERDICTS.map((verdict) =>
        figure(
          VERDICT_LABELS[verdict],
          people.filter((one) => one.verdict === verdict).length,
          link,
        ),
      ),
      figure('Without a verdict', people.filter(({ verdict }) => verdict === null).length, link),
      figure('Closed automatically', all.length - people.length, link),
    ]),
    // What a person decided comes first: it is what the next one is asked about.
    lines: [...bySeverity(people), ...bySeverity(all.filter(({ isAutomatic }) => isAutomatic))]
      .slice(0, HANDOVER_LINES)
      .map(({ id, alert, ...decided }) => ({
        key: `decided:${id}`,
        text: alert?.title ?? UNKNOWN_TITLE,
        detail: `${decisionText(decided)} · ${decided.isAutomatic ? 'automatically' : nameOf(decided.by)}`,
        severity: alert?.severity ?? null,
        at: toIso(decided.at),
        link: alertLink(id),
      })),
  };
}

function decisionText({ verdict, status }: Decided): string {
  if (verdict !== null) return VERDICT_LABELS[verdict];
  return status === 'RESOLVED' ? 'Resolved' : 'False positive';
}

const CHANGE_LABELS: Record<ChangeKind, string> = {
  reopened: 'Reopened',
  escalated: 'Escalated',
  withdrawn: 'Escalation withdrawn',
  assigned: 'Assigned',
  started: 'Investigation started',
};
/** What the next shift must know comes first. */
const CHANGE_ORDER: readonly ChangeKind[] = [
  'escalated',
  'reopened',
  'withdrawn',
  'assigned',
  'started',
];

/** Alerts that were closed in the end are told as decided, not by what came before. */
export function openChanges({ changed, decided }: Digest): Changed[] {
  return [...changed.values()].filter(({ alertId }) => !decided.has(alertId));
}

export function changedSection(
  digest: Digest,
  deeds: readonly DeedRow[],
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
  return {
    name: 'changed',
    total: changes.length + deeds.length,
    figures: someFigures([
      ...CHANGE_ORDER.map((kind) =>
        figure(CHANGE_LABELS[kind], changes.filter((one) => one.kind === kind).length),
      ),
      figure('Groups and incidents', deeds.filter(({ state }) => state !== 'UNDONE').length),
      figure('Undone', deeds.filter(({ state }) => state === 'UNDONE').length),
    ]),
    lines: [...deeds.map((deed) => deedLine(deed, nameOf)), ...lines].slice(0, HANDOVER_LINES),
  };
}

function deedLine(deed: DeedRow, nameOf: NameOf): HandoverLine {
  const isUndone = deed.state === 'UNDONE';
  return {
    key: `deed:${deed.id}`,
    text: deed.summary,
    detail: isUndone ? `Undone · ${nameOf(deed.changed_by ?? deed.actor)}` : nameOf(deed.actor),
    severity: null,
    at: toIso(isUndone ? (deed.changed_at ?? deed.at) : deed.at),
    link: '/alerts?actions=open',
  };
}

const queueLink = (more: Record<string, string>) => `/alerts?${new URLSearchParams(more)}`;

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

export function overdueSection({ toAct, toClose, rows }: Overdue): HandoverSection {
  return {
    name: 'overdue',
    total: toAct + toClose,
    figures: someFigures([
      figure('First action overdue', toAct, queueLink({ handling: 'waiting' })),
      figure('Closing overdue', toClose, queueLink({ status: 'OPEN,IN_PROGRESS' })),
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

export function overriddenSection(
  found: { readonly total: number; readonly rows: readonly OverturnedLine[] },
  { changed }: Digest,
  nameOf: NameOf,
): HandoverSection {
  return {
    name: 'overridden',
    total: found.total,
    figures: [],
    lines: found.rows.map((row) => {
      const by = changed.get(`reopened ${row.id}`)?.by;
      const who = by === undefined ? '' : ` · ${nameOf(by)}`;
      const now = isActive(row.status) ? '' : ', closed again since';
      return alertLine(row, {
        key: `overridden:${row.id}`,
        detail: `Closed automatically, taken back by a person${now}${who}`,
        at: row.overturned_at,
      });
    }),
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
      figure('Added', n('added'), '/suppressions'),
      figure('Ended or expired', n('ended'), '/suppressions'),
      figure('Expiring next', n('expiring'), '/suppressions'),
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

/** Who did what, the busiest first. What Watchfloor did by itself comes last. */
export function peopleOf(
  digest: Digest,
  deeds: readonly DeedRow[],
  nameOf: NameOf,
): HandoverPerson[] {
  const rows = new Map<string | null, Map<string, number>>();
  const add = (who: string | null, what: string, n = 1) => {
    const own = rows.get(who) ?? new Map<string, number>();
    rows.set(who, own);
    own.set(what, (own.get(what) ?? 0) + n);
  };
  for (const { by, isAutomatic } of digest.decided.values())
    add(isAutomatic ? null : by, isAutomatic ? 'Closed automatically' : 'Closed');
  for (const { kind, by } of digest.changed.values()) add(by, CHANGE_LABELS[kind]);
  for (const { actor, state } of deeds) if (state !== 'UNDONE') add(actor, 'Groups and incidents');
  for (const [who, n] of digest.written) add(who, 'Comments and notes', n);
  const sum = (figures: ReadonlyMap<string, number>) =>
    [...figures.values()].reduce((all, n) => all + n, 0);
  return [...rows]
    .sort(
      ([a, ofA], [b, ofB]) =>
        Number(a === null) - Number(b === null) ||
        sum(ofB) - sum(ofA) ||
        ((a ?? '') < (b ?? '') ? -1 : 1),
    )
    .map(([id, figures]) => ({
      id,
      name: id === null ? 'Watchfloor' : nameOf(id),
      figures: [...figures].map(([label, n]) => figure(label, n)),
    }));
}
