/** Answers about investigations, their indicators, and the handover. */

import { actionsContract } from '../../../../shared/areas/actions/actions.contract.ts';
import { dashboardContract } from '../../../../shared/areas/dashboard/dashboard.contract.ts';
import { investigationsContract } from '../../../../shared/areas/forensics/investigations.contract.ts';
import { handoverContract } from '../../../../shared/areas/handover/handover.contract.ts';
import { SEVERITIES } from '../../../../shared/kernel/severity.ts';
import { HOUR_MS, toIso } from '../../../../shared/kernel/time.ts';
import { found, pageLink } from './desk.ts';
import {
  type Answerer,
  byWords,
  cell,
  cite,
  counted,
  figure,
  figures,
  links,
  quote,
  say,
  severityCell,
  table,
  timeCell,
  words,
} from './parts.ts';

const SHOWN = 8;
const link = (id: string) => pageLink('/forensics', { investigation: id });

export const indicators: Answerer = async ({ desk, asked }) => {
  const investigation = asked.slots.investigationId ?? undefined;
  const { rows, total } = await desk.list(investigationsContract.indicators, {
    query: { investigation, limit: SHOWN },
  });
  const to = pageLink('/forensics', { tab: 'iocs', investigation });
  return {
    parts: [
      say(
        rows.length === 0
          ? `There are no indicators${investigation ? ' of this investigation' : ''} yet.`
          : `${counted(total ?? rows.length, 'indicator')}${investigation ? ' of this investigation' : ''}. The newest:`,
      ),
      ...table({
        caption: 'Indicators',
        columns: ['Value', 'Type', 'Severity', 'Investigation', 'Last seen'],
        rows: rows.map((one) => [
          cell(one.value),
          cell(one.type),
          severityCell(one.severity),
          cell(
            one.investigation?.title ?? null,
            one.investigation ? link(one.investigation.id) : null,
          ),
          timeCell(one.lastSeen),
        ]),
        total,
        to,
      }),
    ],
    evidence: rows.slice(0, 5).flatMap((one) => cite('indicator', one.id, one.value, to)),
  };
};

export const investigationState: Answerer = async ({ desk, asked }) => {
  const id = asked.slots.investigationId;
  if (id !== null) {
    const one = await found(desk.read(investigationsContract.get, { params: { id } }));
    if (!one) return { parts: [say('There is no investigation with this id.')] };
    return {
      parts: [
        say(
          `${words(one.status)[0]?.toUpperCase()}${words(one.status).slice(1)}, ${one.aiProgress} % of its steps done${one.verdict === null ? '' : `; the verdict is ${one.verdict}`}.`,
        ),
        quote(one.title),
        figures([
          figure('Progress', one.aiProgress, link(id), '%'),
          figure('Findings', one.findings.length, link(id)),
          figure('Indicators', one.iocs.length, link(id)),
        ]),
        ...table({
          caption: 'Steps',
          columns: ['Step', 'State', 'What was found'],
          rows: one.steps.map((step) => [cell(step.label), cell(step.state), cell(step.note)]),
        }),
      ],
      evidence: cite('investigation', id, one.title, link(id)),
      suggestions: ['Indicators of this investigation'],
    };
  }
  const of = async (status?: string, q?: string) =>
    desk.list(investigationsContract.list, { query: { status, q, limit: SHOWN } });
  const running = await of('IN_PROGRESS');
  const all = await byWords(asked, 'investigation', (q) => of(undefined, q));
  const isNamed = all.q !== undefined;
  const shown = running.rows.length > 0 && !isNamed ? running : all;
  return {
    parts: [
      figures([
        figure('Investigations under way', running.total, '/forensics'),
        ...(isNamed ? [] : [figure('Investigations', all.total, '/forensics')]),
      ]),
      ...all.note,
      ...table({
        caption: shown === running ? 'Under way' : 'The newest',
        columns: ['Investigation', 'Priority', 'Status', 'Progress'],
        rows: shown.rows.map((one) => [
          cell(one.title, link(one.id)),
          severityCell(one.priority),
          cell(words(one.status)),
          cell(`${one.aiProgress} %`),
        ]),
        total: shown.total,
        to: pageLink('/forensics', { q: all.q }),
      }),
    ],
    evidence: shown.rows
      .slice(0, 5)
      .flatMap((one) => cite('investigation', one.id, one.title, link(one.id))),
  };
};

/** What the draft will tell of; it is generated on its own screen, with the person who hands over. */
export const handover: Answerer = async ({ desk, shiftHours }) => {
  const [burn, metrics] = [
    await desk.read(dashboardContract.sla),
    await desk.read(dashboardContract.metrics),
  ];
  const since = toIso(desk.now - shiftHours * HOUR_MS);
  const { rows: actions } = await desk.list(actionsContract.list, { query: { limit: 200 } });
  const { rows: newest } = await desk.list(handoverContract.list, { query: { limit: 1 } });
  const draft = newest.find(({ state }) => state === 'DRAFT');
  const breached = SEVERITIES.reduce(
    (sum, severity) => sum + burn.severities[severity].breached,
    0,
  );
  return {
    parts: [
      say(
        `A handover is generated from the log of the last ${shiftHours} h and stays a draft until you hand it over. It begins with this:`,
      ),
      figures([
        figure(
          'Open or in progress',
          metrics.activeAlerts,
          pageLink('/alerts', { status: 'OPEN,IN_PROGRESS' }),
        ),
        figure('Over their service level', breached, '/'),
        figure(
          'Actions of this shift',
          actions.filter(({ at }) => at >= since).length,
          '/alerts?actions=open',
        ),
        figure('Investigations under way', metrics.investigationsInProgress, '/forensics'),
      ]),
      ...table({
        caption: 'The newest handover',
        columns: ['Handover', 'State', 'Until'],
        rows: newest.map((one) => [
          cell(one.title, pageLink('/handover', { handover: one.id })),
          cell(words(one.state)),
          timeCell(one.until),
        ]),
      }),
      ...links([
        { label: 'Draft a new handover', to: '/handover?new=1' },
        ...(draft
          ? [{ label: 'Go on with the draft', to: pageLink('/handover', { handover: draft.id }) }]
          : []),
      ]),
    ],
    suggestions: ['What changed today?', 'SLA breaches'],
  };
};
