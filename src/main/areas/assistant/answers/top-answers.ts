/** Answers about the desk as a whole: what is most, what changed, how it stands. */
import { actionsContract } from '../../../../shared/areas/actions/actions.contract.ts';
import { alertsContract } from '../../../../shared/areas/alerts/alerts.contract.ts';
import { importsContract } from '../../../../shared/areas/alerts/imports.contract.ts';
import { dashboardContract } from '../../../../shared/areas/dashboard/dashboard.contract.ts';
import {
  type EntityKind,
  entitiesContract,
} from '../../../../shared/areas/entities/entities.contract.ts';
import { stacksContract } from '../../../../shared/areas/views/stacks.contract.ts';
import { SEVERITIES, SEVERITY_LABELS } from '../../../../shared/kernel/severity.ts';
import { alertTable, type CountedField, citeAlerts, countBy } from './alert-answers.ts';
import { alertLink, entityPage, pageLink } from './desk.ts';
import {
  type AnswerBody,
  type Answerer,
  type AskedHere,
  cell,
  cite,
  counted,
  figure,
  figures,
  links,
  numberCell,
  say,
  severityCell,
  statusCell,
  table,
  timeCell,
  words,
} from './parts.ts';

const SHOWN = 5;
const TOP = 8;

export const topSources: Answerer = async ({ desk }) => {
  const values = await desk.read(stacksContract.values, { query: { field: 'source' } });
  return {
    parts: [
      say(
        values.length === 0
          ? 'There are no alerts yet.'
          : 'By all alerts that are in the queue, open or closed:',
      ),
      ...table({
        caption: 'Sources',
        columns: ['Source', 'Alerts'],
        rows: values
          .slice(0, TOP)
          .map(({ value, count }) => [
            cell(value, pageLink('/alerts', { source: value })),
            numberCell(count),
          ]),
        to: pageLink('/alerts', { stack: 'source' }),
      }),
    ],
    suggestions: ['Noisiest detectors', 'How many duplicates?'],
  };
};

async function topOf(
  { desk, asked: { slots }, span }: AskedHere,
  by: CountedField,
  name: string,
  linkOf: (value: string) => string | null,
): Promise<AnswerBody> {
  const query = {
    severity: slots.severities.join(',') || undefined,
    status: slots.statuses.join(',') || undefined,
    from: span?.from,
    to: span?.to ?? undefined,
  };
  const { values, counted: n, isWhole } = await countBy(desk, by, query);
  const named = values.filter(({ value }) => value !== null);
  const label = span?.label ?? '';
  return {
    parts: [
      say(`Of ${isWhole ? '' : 'the newest '}${counted(n, 'alert')} ${label}`.trim().concat(':')),
      ...table({
        caption: 'The most frequent',
        columns: [`${name[0]?.toUpperCase()}${name.slice(1)}`, 'Alerts'],
        rows: named
          .slice(0, TOP)
          .map((one) => [cell(one.value, linkOf(one.value ?? '')), numberCell(one.n)]),
        to: pageLink('/alerts', { ...query, stack: by }),
      }),
    ],
  };
}

export const topDetectors: Answerer = async (here) => {
  const answer = await topOf(here, 'detector', 'detector', (value) =>
    /^[\w.:-]+$/.test(value) ? pageLink('/alerts', { query: `detector:${value}` }) : null,
  );
  return { ...answer, suggestions: ['Which suppressions expire soon?', 'Top sources'] };
};

export const topEntities: Answerer = (here) => {
  const said = here.asked.words.join(' ');
  const kind: EntityKind = /\b(?:user|account|people|person|who)/.test(said)
    ? 'user'
    : /\b(?:address|ips?\b)/.test(said)
      ? 'address'
      : 'host';
  const field = { host: 'host', user: 'user', address: 'ip' } as const;
  return topOf(here, field[kind], kind, (value) => entityPage(kind, value));
};

export const topTechniques: Answerer = async ({ desk }) => {
  const known = await desk.read(dashboardContract.techniques);
  return {
    parts: [
      say(
        known.techniques.length === 0
          ? 'No alert of the last 30 days names a technique.'
          : 'By the alerts of the last 30 days that name one:',
      ),
      ...table({
        caption: 'Techniques',
        columns: ['Technique', 'Name', 'Alerts'],
        rows: known.techniques
          .slice(0, TOP)
          .map(({ id, name, alerts }) => [
            cell(id, pageLink('/alerts', { query: `tech:${id}`, from: known.from })),
            cell(name),
            numberCell(alerts),
          ]),
        total: known.techniques.length,
        to: '/',
      }),
    ],
    suggestions: known.techniques.slice(0, 2).map(({ id }) => `What does ${id} mean?`),
  };
};

export const criticalAssets: Answerer = async ({ desk }) => {
  const marked = await desk.read(entitiesContract.list, { query: { limit: 200 } });
  const critical = marked.filter(({ criticality }) => criticality === 'CRITICAL');
  return {
    parts: [
      figures([figure('Critical assets', critical.length, '/entity')]),
      ...table({
        caption: 'Marked as critical',
        columns: ['Entity', 'Alerts', 'Last seen'],
        rows: critical
          .slice(0, TOP)
          .map((one) => [
            cell(`${one.kind}: ${one.value}`, entityPage(one.kind, one.value)),
            numberCell(one.alerts),
            timeCell(one.lastSeen),
          ]),
        total: critical.length,
        to: '/entity',
      }),
    ],
  };
};

export const lastImport: Answerer = async ({ desk }) => {
  const { rows, total } = await desk.list(importsContract.list, { query: { limit: 3 } });
  return {
    parts: [
      say(
        rows.length === 0
          ? 'Nothing has been imported yet.'
          : `${counted(total ?? rows.length, 'import')} in all. The newest:`,
      ),
      ...table({
        caption: 'Imports',
        columns: ['File', 'State', 'Added', 'Begun'],
        rows: rows.map((one) => [
          cell(
            one.fileName,
            one.jobId === null ? null : pageLink('/alerts', { import: one.jobId }),
          ),
          cell(words(one.state)),
          numberCell(one.added),
          timeCell(one.startedAt),
        ]),
        to: '/alerts',
      }),
    ],
  };
};

export const changedToday: Answerer = async ({ desk, span, shiftHours }) => {
  const from = span?.from ?? new Date(desk.now - shiftHours * 3_600_000).toISOString();
  const { rows } = await desk.list(actionsContract.list, { query: { limit: 200 } });
  const done = rows.filter(
    ({ at }) => at >= from && (span?.to === null || span === null || at <= span.to),
  );
  const label = span?.label ?? `in the last ${shiftHours} h`;
  const isCut = done.length === 200;
  return {
    parts: [
      say(
        done.length === 0
          ? `Nothing was done at the desk ${label}.`
          : `${isCut ? 'More than ' : ''}${counted(done.length, 'action')} at the desk ${label}. The newest:`,
      ),
      ...table({
        caption: 'Actions',
        columns: ['What', 'Who', 'Rows', 'When'],
        rows: done
          .slice(0, TOP)
          .map((one) => [
            cell(one.summary),
            cell(one.actorName),
            numberCell(one.rowCount),
            timeCell(one.at),
          ]),
        total: done.length,
        to: '/alerts?actions=open',
      }),
    ],
    suggestions: ['Draft the handover', 'What changed this week?'],
  };
};

export const deskSummary: Answerer = async ({ desk, span }) => {
  const [metrics, burn] = [
    await desk.read(dashboardContract.metrics),
    await desk.read(dashboardContract.sla),
  ];
  const counts = await Promise.all(
    SEVERITIES.map(async (severity) => {
      const query = { severity, status: 'OPEN,IN_PROGRESS' };
      const { total } = await desk.list(alertsContract.list, { query: { ...query, limit: 1 } });
      return figure(SEVERITY_LABELS[severity], total, pageLink('/alerts', query));
    }),
  );
  const since = { from: span?.from, to: span?.to ?? undefined, severity: 'CRITICAL,HIGH' };
  const { rows, total } = await desk.list(alertsContract.list, {
    query: { ...since, limit: SHOWN },
  });
  const breached = SEVERITIES.reduce(
    (sum, severity) => sum + burn.severities[severity].breached,
    0,
  );
  return {
    parts: [
      say(
        `${counted(metrics.activeAlerts, 'alert')} ${metrics.activeAlerts === 1 ? 'is' : 'are'} open or in progress, ${metrics.activeAlertsLastHour} of them from the last hour.`,
      ),
      figures([
        ...counts,
        figure('Over their service level', breached, '/'),
        figure('Investigations under way', metrics.investigationsInProgress, '/forensics'),
      ]),
      ...alertTable(
        `Newest critical and high alerts ${span?.label ?? ''}`.trim(),
        rows,
        total,
        pageLink('/alerts', since),
      ),
    ],
    evidence: citeAlerts(rows),
    suggestions: ['What should I look at first?', 'What changed today?', 'Draft the handover'],
  };
};

export const deskFigures: Answerer = async ({ desk }) => {
  const one = await desk.read(dashboardContract.metrics);
  return {
    parts: [
      say('Of the last 30 days:'),
      figures([
        figure('Auto-triage rate', one.autoResolvedPercentage, '/', '%'),
        figure('False positive rate', one.falsePositiveRate, '/', '%'),
        figure('Mean response time', one.meanResponseSeconds, '/', 's'),
        figure('Analyst time saved', one.analystTimeSaved, '/', '%'),
      ]),
    ],
    suggestions: ['SLA breaches', 'Noisiest detectors'],
  };
};

export const find: Answerer = async ({ desk, asked }) => {
  const q = asked.slots.search ?? '';
  const { rows, total } = await desk.list(alertsContract.list, { query: { q, limit: SHOWN } });
  const to = pageLink('/alerts', { q });
  return {
    parts: [
      say(
        rows.length === 0
          ? 'No alert holds these words.'
          : `${total === null ? 'Alerts' : counted(total, 'alert')} with these words:`,
      ),
      ...table({
        caption: 'Alerts',
        columns: ['Alert', 'Severity', 'Status', 'Time'],
        rows: rows.map((one) => [
          cell(one.title, alertLink(one.id)),
          severityCell(one.severity),
          statusCell(one.status),
          timeCell(one.createdAt),
        ]),
        total,
        to,
      }),
      ...links([{ label: 'Look in the alerts', to }]),
    ],
    evidence: rows.flatMap((one) => cite('alert', one.id, one.title, alertLink(one.id))),
  };
};
