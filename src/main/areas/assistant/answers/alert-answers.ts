/** Answers about the queue: how many, which, whose, how late. */
import { type Alert, alertsContract } from '../../../../shared/areas/alerts/alerts.contract.ts';
import type { AnswerPart } from '../../../../shared/areas/assistant/answer.ts';
import { authContract } from '../../../../shared/areas/auth/auth.contract.ts';
import { dashboardContract } from '../../../../shared/areas/dashboard/dashboard.contract.ts';
import { groupsContract } from '../../../../shared/areas/incidents/groups.contract.ts';
import { stacksContract } from '../../../../shared/areas/views/stacks.contract.ts';
import { SEVERITIES, SEVERITY_LABELS } from '../../../../shared/kernel/severity.ts';
import { alertLink, type Desk, pageLink } from './desk.ts';
import {
  type Answerer,
  type AskedHere,
  byWords,
  cell,
  cite,
  counted,
  figure,
  figures,
  numberCell,
  say,
  severityCell,
  statusCell,
  table,
  timeCell,
} from './parts.ts';

const SHOWN = 5;

export type AlertQuery = Record<string, string | undefined>;

/** What the question narrows the queue to, as the address of the desk and its call both say it. */
function alertQuery({ asked: { slots }, span }: AskedHere): AlertQuery {
  return {
    severity: slots.severities.join(',') || undefined,
    status: slots.statuses.join(',') || undefined,
    source: slots.source ?? undefined,
    from: span?.from,
    to: span?.to ?? undefined,
    query: slots.escalated ? 'escalated:yes' : undefined,
  };
}

const STATUS_SAID = {
  OPEN: 'open',
  IN_PROGRESS: 'in progress',
  RESOLVED: 'resolved',
  FALSE_POSITIVE: 'closed as false positive',
} as const;

/** 'critical alerts from EDR since yesterday that are open'. */
function said({ asked: { slots, left }, span }: AskedHere, n: number): string {
  const severity = slots.severities.map((one) => SEVERITY_LABELS[one].toLowerCase()).join(' or ');
  const status = slots.statuses.map((one) => STATUS_SAID[one]).join(' or ');
  return [
    slots.escalated ? 'escalated' : '',
    severity,
    n === 1 ? 'alert' : 'alerts',
    slots.source === null ? '' : `from ${slots.source}`,
    left.length === 0 ? '' : `with the words “${left.join(' ').slice(0, 80)}”`,
    span?.label ?? '',
    status && `that ${n === 1 ? 'is' : 'are'} ${status}`,
  ]
    .filter(Boolean)
    .join(' ');
}

const capital = (text: string) => `${text[0]?.toUpperCase() ?? ''}${text.slice(1)}`;

/** What was counted, with how the desk is asked for the same. */
export async function countOf(desk: Desk, query: AlertQuery): Promise<number | null> {
  if (query.query === undefined)
    return (await desk.list(alertsContract.list, { query: { ...query, limit: 1 } })).total;
  const answer = await desk.read(stacksContract.total, { query: { ...query, zone: desk.zone } });
  return answer.state === 'done' ? (answer.result as { total: number }).total : null;
}

export function alertTable(
  caption: string,
  alerts: readonly Pick<Alert, 'id' | 'title' | 'severity' | 'status' | 'createdAt'>[],
  total: number | null,
  to: string | null,
): AnswerPart[] {
  return table({
    caption,
    columns: ['Alert', 'Severity', 'Status', 'Time'],
    rows: alerts.map(({ id, title, severity, status, createdAt }) => [
      cell(title, alertLink(id)),
      severityCell(severity),
      statusCell(status),
      timeCell(createdAt),
    ]),
    total,
    to,
  });
}

export const citeAlerts = (alerts: readonly Pick<Alert, 'id' | 'title'>[]) =>
  alerts.flatMap(({ id, title }) => cite('alert', id, title, alertLink(id)));

export const countAlerts: Answerer = async (here) => {
  const { desk, asked } = here;
  const query = { ...alertQuery(here), q: asked.left.join(' ') || undefined };
  const link = pageLink('/alerts', query);
  const n = await countOf(desk, query);
  if (n === null)
    return {
      parts: [
        say(
          'These have to be counted one by one, which takes a moment. The queue shows the number when it is there.',
        ),
        figures([figure(capital(said(here, 2)), null, link)]),
      ],
    };
  const named = new Set(asked.slots.severities);
  const bySeverity =
    named.size === 1
      ? []
      : await Promise.all(
          SEVERITIES.filter((severity) => named.size === 0 || named.has(severity)).map(
            async (severity) => {
              const one = { ...query, severity };
              return figure(
                SEVERITY_LABELS[severity],
                await countOf(desk, one),
                pageLink('/alerts', one),
              );
            },
          ),
        );
  return {
    parts: [
      say(`${n === 1 ? 'There is' : 'There are'} ${n.toLocaleString('en')} ${said(here, n)}.`),
      figures([figure(capital(said(here, 2)), n, link), ...bySeverity]),
    ],
  };
};

export const listAlerts: Answerer = async (here) => {
  const { desk, asked } = here;
  const base = alertQuery(here);
  const isUrgent =
    asked.slots.severities.length === 0 &&
    /\b(?:urgent|important|first|worst|start|begin|pressing|priority|attention|next)\b/.test(
      asked.words.join(' '),
    );
  const query =
    isUrgent && base.status === undefined ? { ...base, status: 'OPEN,IN_PROGRESS' } : base;
  if (!isUrgent) {
    const { rows, total, q, note } = await byWords(asked, 'alert', (words) =>
      desk.list(alertsContract.list, { query: { ...query, q: words, limit: SHOWN } }),
    );
    const what = said({ ...here, asked: { ...asked, left: [] } }, 2);
    return rows.length === 0
      ? { parts: [say(`There are no ${what}.`)] }
      : {
          parts: [
            ...note,
            ...alertTable(`Newest ${what}`, rows, total, pageLink('/alerts', { ...query, q })),
          ],
          evidence: citeAlerts(rows),
        };
  }
  for (const severity of SEVERITIES) {
    const one = { ...query, severity };
    const { rows, total } = await desk.list(alertsContract.list, {
      query: { ...one, limit: SHOWN },
    });
    if (rows.length === 0) continue;
    return {
      parts: [
        say(
          `The most severe alerts that are not closed are ${SEVERITY_LABELS[severity].toLowerCase()}: ${counted(total ?? rows.length, 'alert')}.`,
        ),
        ...alertTable('The newest of them', rows, total, pageLink('/alerts', one)),
      ],
      evidence: citeAlerts(rows),
      suggestions: [
        'Which alerts breached their SLA?',
        ...(asked.slots.alertId === null ? ['What changed today?'] : ['Explain this alert']),
      ],
    };
  }
  return { parts: [say('No alert is open or in progress.')] };
};

/** So many of the newest alerts are counted here, where all of them would take a job. */
const COUNTED_HERE = 400;

export type CountedField = 'host' | 'user' | 'ip' | 'detector' | 'assignee';
const FIELD_OF: Record<CountedField, (alert: Alert) => string | null> = {
  host: ({ sourceHost }) => sourceHost?.toLowerCase() ?? null,
  user: ({ sourceUser }) => sourceUser?.toLowerCase() ?? null,
  ip: ({ sourceIp }) => sourceIp,
  detector: ({ detector }) => detector,
  assignee: ({ assignedTo }) => assignedTo,
};

export interface CountedValues {
  /** The most frequent first; null: alerts without a value. */
  readonly values: readonly { readonly value: string | null; readonly n: number }[];
  readonly counted: number;
  /** False: only the newest were counted. */
  readonly isWhole: boolean;
}

/** Counts by a field within the time of an answer; the desk counts all of them. */
export async function countBy(
  desk: Desk,
  by: CountedField,
  query: AlertQuery = {},
): Promise<CountedValues> {
  const { rows, total } = await desk.list(alertsContract.list, {
    query: { ...query, limit: COUNTED_HERE },
  });
  const counts = new Map<string | null, number>();
  for (const alert of rows) {
    const value = FIELD_OF[by](alert) || null;
    counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  const values = [...counts]
    .map(([value, n]) => ({ value, n }))
    .sort((a, b) => b.n - a.n || ((a.value ?? '') < (b.value ?? '') ? -1 : 1));
  return { values, counted: rows.length, isWhole: total !== null && total <= rows.length };
}

const ACTIVE = 'OPEN,IN_PROGRESS';

export const assigned: Answerer = async (here) => {
  const { desk, asked } = here;
  const { assignee } = asked.slots;
  if (assignee !== null) return assignedTo(here, assignee);
  const link = pageLink('/alerts', { status: ACTIVE, stack: 'assignee' });
  const { values, counted: n, isWhole } = await countBy(desk, 'assignee', { status: ACTIVE });
  const names = new Map(
    (await desk.read(authContract.listAccounts)).map((user) => [
      user.id,
      [user.firstName, user.lastName].filter(Boolean).join(' ') || user.email,
    ]),
  );
  return {
    parts: [
      say(
        isWhole
          ? `${counted(n, 'alert')} ${n === 1 ? 'is' : 'are'} open or in progress.`
          : `Of the newest ${counted(n, 'alert')} that are open or in progress:`,
      ),
      ...table({
        caption: 'Who has how many of them',
        columns: ['Assigned to', 'Alerts'],
        rows: values.map((one) => [
          cell(one.value === null ? 'Nobody' : (names.get(one.value) ?? 'Unknown account')),
          numberCell(one.n),
        ]),
        to: link,
      }),
    ],
    suggestions: ['What is assigned to me?', 'Unassigned alerts'],
  };
};

async function assignedTo({ desk }: AskedHere, assignee: string) {
  const name = /^[\p{L}\p{N} .@_-]{1,100}$/u.test(assignee) ? assignee : '';
  const query = {
    query: `assignee:${/\s/.test(name) ? `"${name}"` : name} status:active`,
    zone: desk.zone,
  };
  const link = pageLink('/alerts', { query: query.query });
  const { rows, total } = await desk.list(alertsContract.list, {
    query: { ...query, limit: SHOWN },
  });
  const n = total ?? (await countOf(desk, query));
  const whom = assignee === 'me' ? 'you' : assignee === 'none' ? 'nobody' : name;
  return {
    parts: [
      say(
        n === 0
          ? `Nothing that is open or in progress is assigned to ${whom}.`
          : `Open or in progress and assigned to ${whom}:`,
      ),
      figures([figure(`Assigned to ${whom}`, n, link)]),
      ...alertTable('The newest of them', rows, n, link),
    ],
    evidence: citeAlerts(rows),
  };
}

export const sla: Answerer = async ({ desk, asked }) => {
  const burn = await desk.read(dashboardContract.sla);
  const named = asked.slots.severities.length > 0 ? asked.slots.severities : SEVERITIES;
  const link = (severity: string, to: string) =>
    pageLink('/alerts', { status: 'OPEN', severity, handling: 'waiting', to });
  const breached = named.reduce((sum, severity) => sum + burn.severities[severity].breached, 0);
  const oldest = named
    .flatMap((severity) => burn.severities[severity].oldest ?? [])
    .sort((a, b) => (a.createdAt < b.createdAt ? -1 : 1))[0];
  return {
    parts: [
      say(
        breached === 0
          ? 'No open alert has waited longer for its first action than its service level allows.'
          : `${counted(breached, 'open alert')} ${breached === 1 ? 'has' : 'have'} waited longer for a first action than the service level allows.`,
      ),
      figures(
        named.map((severity) => {
          const one = burn.severities[severity];
          return figure(
            `${SEVERITY_LABELS[severity]}, over ${one.hours} h`,
            one.breached,
            link(severity, one.breachedBefore),
          );
        }),
      ),
    ],
    evidence: oldest
      ? cite('alert', oldest.id, 'The one that has waited longest', alertLink(oldest.id))
      : [],
    suggestions: ['What should I look at first?', 'Unassigned alerts'],
  };
};

export const reduction: Answerer = async ({ desk }) => {
  const stats = await desk.read(groupsContract.stats);
  const link = pageLink('/alerts', { show: 'groups' });
  return {
    parts: [
      say(
        stats.repeats === null
          ? 'There are no alerts to group yet.'
          : `Repeats within a quarter of an hour are one row: ${counted(stats.alerts, 'alert')} make ${counted(stats.groups, 'group')}, so that ${Math.round(stats.repeats)} % of them are repeats of another.`,
      ),
      figures([
        figure('Alerts', stats.alerts, pageLink('/alerts')),
        figure('Groups', stats.groups, link),
        figure(
          'Groups with something open',
          stats.active,
          pageLink('/alerts', { show: 'groups', active: 'true' }),
        ),
        figure('Repeats', stats.repeats === null ? null : Math.round(stats.repeats), link, '%'),
      ]),
      ...(stats.building
        ? [
            say(
              `Groups are still being made: ${stats.building.done.toLocaleString('en')} of ${stats.building.total.toLocaleString('en')} alerts are done.`,
            ),
          ]
        : []),
    ],
  };
};
