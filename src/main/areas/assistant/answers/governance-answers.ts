/** Answers about policies, vendors, risks, audits, findings, rules of suppression and what is due. */

import type { Asked } from '../../../../shared/areas/assistant/intents/intent.types.ts';
import { auditsContract } from '../../../../shared/areas/audits/audits.contract.ts';
import { findingsContract } from '../../../../shared/areas/audits/findings.contract.ts';
import { calendarContract } from '../../../../shared/areas/calendar/calendar.contract.ts';
import { CALENDAR_WORDS, calendarLink } from '../../../../shared/areas/calendar/calendar.rules.ts';
import {
  type PolicyStats,
  policiesContract,
} from '../../../../shared/areas/policies/policies.contract.ts';
import { risksContract } from '../../../../shared/areas/risk/risks.contract.ts';
import { suppressionContract } from '../../../../shared/areas/suppression/suppression.contract.ts';
import { vendorsContract } from '../../../../shared/areas/vendors/vendors.contract.ts';
import { DAY_MS, toIso } from '../../../../shared/kernel/time.ts';
import { pageLink } from './desk.ts';
import {
  type Answerer,
  byWords,
  cell,
  cite,
  counted,
  figure,
  figures,
  numberCell,
  say,
  severityCell,
  table,
  timeCell,
  words,
} from './parts.ts';

const SHOWN = 8;

const isOverdueAsked = (said: readonly string[]) =>
  said.some((word) => /^(?:overdue|outdated|late|expired)$/.test(word));

const POLICY_STATES = [
  [/\bdrafts?\b/, 'DRAFT', 'Drafts'],
  [/\bapproved\b/, 'APPROVED', 'Approved policies'],
  [/\bapproval|under review|\bawait|\bwait/, 'UNDER_REVIEW', 'Policies that wait for approval'],
  [/\bdeprecated\b/, 'DEPRECATED', 'Deprecated policies'],
] as const;

/** What of the policies is asked for: a state, named ones, what is overdue or due, else all. */
function policiesAsked({ words: said, left }: Asked, stats: PolicyStats) {
  const text = said.join(' ');
  const state = POLICY_STATES.find(([pattern]) => pattern.test(text));
  if (state) return { query: { status: state[1] }, caption: state[2] };
  if (left.length > 0 || !/\b(?:review|due|overdue|outdated|late|expired|soon)/.test(text))
    return { query: {}, caption: 'Policies, the newest first' };
  return isOverdueAsked(said) || (stats.due === 0 && stats.outdated > 0)
    ? { query: { outdated: '1' }, caption: 'Reviews that are overdue' }
    : { query: { due: '1' }, caption: 'Reviews that are due' };
}

export const policiesDue: Answerer = async ({ desk, asked }) => {
  const stats = await desk.read(policiesContract.stats);
  const { query, caption } = policiesAsked(asked, stats);
  const { rows, total, q, note } = await byWords(asked, 'policy', (words) =>
    desk.list(policiesContract.list, { query: { ...query, q: words, limit: SHOWN } }),
  );
  return {
    parts: [
      figures([
        figure('Review due within 30 days', stats.due, '/policies?due=1'),
        figure('Review overdue', stats.outdated, '/policies?outdated=1'),
        figure('Under review', stats.underReview, '/policies?status=UNDER_REVIEW'),
        figure('Policies', stats.total, '/policies'),
      ]),
      ...note,
      ...table({
        caption,
        columns: ['Policy', 'Status', 'Owner', 'Next review'],
        rows: rows.map((one) => [
          cell(one.title, pageLink('/policies', { policy: one.id })),
          cell(words(one.status)),
          cell(one.ownerName),
          cell(one.nextReviewDate),
        ]),
        total,
        to: pageLink('/policies', { ...query, q }),
      }),
    ],
    suggestions: ['Outdated policies', 'What is due this week?'],
  };
};

export const vendorsDue: Answerer = async ({ desk, asked }) => {
  const one = await desk.read(vendorsContract.figures);
  const said = asked.words.join(' ');
  const isRisk =
    /\b(?:risk|risky|critical|high)\b/.test(said) && !/\breview|reassess|due/.test(said);
  const isReview = /\b(?:review|reassess|due|overdue|late|soon)/.test(said);
  const query = isRisk
    ? { tier: 'HIGH,CRITICAL' }
    : isReview && asked.left.length === 0
      ? { review: isOverdueAsked(asked.words) ? 'overdue' : 'due' }
      : {};
  const { rows, total, q, note } = await byWords(asked, 'vendor', (named) =>
    desk.list(vendorsContract.list, { query: { ...query, q: named, limit: SHOWN } }),
  );
  return {
    parts: [
      figures([
        figure('Reviews due within 30 days', one.due, '/vendors?due=1'),
        figure('Reviews overdue', one.overdue, '/vendors?review=overdue'),
        figure('High risk', one.highRisk, pageLink('/vendors', { tier: 'HIGH,CRITICAL' })),
        figure('Vendors', one.total, '/vendors'),
      ]),
      ...note,
      ...table({
        caption: isRisk ? 'High and critical tier' : 'review' in query ? 'Reviews' : 'Vendors',
        columns: ['Vendor', 'Tier', 'Status', 'Next review'],
        rows: rows.map((vendor) => [
          cell(vendor.name, pageLink('/vendors', { vendor: vendor.id })),
          severityCell(vendor.riskTier),
          cell(words(vendor.status)),
          cell(vendor.nextAssessment),
        ]),
        total,
        to: pageLink('/vendors', { ...query, q }),
      }),
    ],
  };
};

export const risksAppetite: Answerer = async ({ desk }) => {
  const summary = await desk.read(risksContract.summary);
  const to = '/risk?aboveAppetite=1';
  if (summary.appetite === null)
    return {
      parts: [
        say('No appetite is set, so that no risk is above it. It is set in the risk register.'),
        figures([
          figure('Risks', summary.total, '/risk'),
          figure('Critical', summary.critical, '/risk?level=CRITICAL'),
        ]),
      ],
      suggestions: ['Top risks'],
    };
  const { rows, total } = await desk.list(risksContract.list, {
    query: { aboveAppetite: '1', limit: SHOWN },
  });
  return {
    parts: [
      say(
        `The appetite is a residual score of ${summary.appetite}. ${counted(summary.aboveAppetite ?? 0, 'risk')} ${summary.aboveAppetite === 1 ? 'is' : 'are'} above it.`,
      ),
      figures([figure('Above appetite', summary.aboveAppetite, to)]),
      ...table({
        caption: 'Risks above it',
        columns: ['Risk', 'Level', 'Residual', 'Owner'],
        rows: rows.map((one) => [
          cell(one.title, pageLink('/risk', { risk: one.id })),
          severityCell(one.level),
          cell(one.residualRisk),
          cell(one.ownerName),
        ]),
        total,
        to,
      }),
    ],
  };
};

export const risksTop: Answerer = async ({ desk, asked }) => {
  const summary = await desk.read(risksContract.summary);
  const isLate = isOverdueAsked(asked.words);
  const isNamed = asked.left.length > 0;
  const query = isLate ? { overdue: '1' } : isNamed ? {} : { level: 'CRITICAL,HIGH' };
  const { rows, total, q, note } = await byWords(asked, 'risk', (named) =>
    desk.list(risksContract.list, { query: { ...query, q: named, limit: 200 } }),
  );
  const sorted = [...rows].sort((a, b) => Number(b.riskScore) - Number(a.riskScore));
  return {
    parts: [
      figures([
        figure('Risks', summary.total, '/risk'),
        figure('Critical', summary.critical, '/risk?level=CRITICAL'),
        figure('High', summary.high, '/risk?level=HIGH'),
        figure('Overdue', summary.overdue, '/risk?overdue=1'),
      ]),
      ...note,
      ...table({
        caption: isLate ? 'Overdue risks' : q === undefined ? 'The highest risks' : 'Risks',
        columns: ['Risk', 'Level', 'Score', 'Residual', 'Status'],
        rows: sorted
          .slice(0, SHOWN)
          .map((one) => [
            cell(one.title, pageLink('/risk', { risk: one.id })),
            severityCell(one.level),
            cell(one.riskScore),
            cell(one.residualRisk),
            cell(words(one.status)),
          ]),
        total,
        to: pageLink('/risk', { ...query, q }),
      }),
    ],
    suggestions: ['Risks over appetite'],
  };
};

export const auditsComing: Answerer = async ({ desk, span, asked }) => {
  const { rows } = await desk.list(auditsContract.list, { query: { limit: 1000 } });
  const until = asked.slots.time?.type === 'next' && span?.to ? span.to.slice(0, 10) : null;
  const coming = rows
    .filter(({ status }) => status === 'PLANNED' || status === 'IN_PROGRESS')
    .filter(
      ({ startDate }) => until === null || (startDate !== null && startDate.slice(0, 10) <= until),
    )
    .sort((a, b) => ((a.startDate ?? '9') < (b.startDate ?? '9') ? -1 : 1));
  const of = (status: string) => rows.filter((one) => one.status === status).length;
  return {
    parts: [
      figures([
        figure('Planned', of('PLANNED'), '/audits'),
        figure('In progress', of('IN_PROGRESS'), '/audits'),
        figure('Audits', rows.length, '/audits'),
      ]),
      ...table({
        caption: 'Planned or under way, the earliest first',
        columns: ['Audit', 'Status', 'Starts', 'Requests missing', 'Open findings'],
        rows: coming
          .slice(0, SHOWN)
          .map((one) => [
            cell(one.title, pageLink('/audits', { audit: one.id })),
            cell(words(one.status)),
            cell(one.startDate),
            numberCell(one.progress.requests.missing),
            numberCell(one.progress.findings.open),
          ]),
        total: coming.length,
        to: '/audits',
      }),
    ],
    suggestions: ['Open findings'],
  };
};

export const findingsOpen: Answerer = async ({ desk, asked }) => {
  const open = { status: 'OPEN,REMEDIATION,RETEST' };
  const isLate = isOverdueAsked(asked.words);
  const [all, late] = [
    await desk.list(findingsContract.findings, { query: { ...open, limit: SHOWN } }),
    await desk.list(findingsContract.findings, { query: { overdue: 'true', limit: SHOWN } }),
  ];
  const shown = isLate ? late : all;
  return {
    parts: [
      figures([
        figure('Findings not closed', all.total, '/audits?tab=findings'),
        figure('Overdue', late.total, '/audits?tab=findings&state=overdue'),
      ]),
      ...table({
        caption: isLate ? 'Overdue findings' : 'Findings',
        columns: ['Finding', 'Severity', 'Status', 'Owner', 'Due'],
        rows: shown.rows.map((one) => [
          cell(one.title, pageLink('/audits', { tab: 'findings', finding: one.id })),
          severityCell(one.severity),
          cell(words(one.status)),
          cell(one.owner?.name ?? null),
          cell(one.dueAt?.slice(0, 10) ?? null),
        ]),
        total: shown.total,
        to: '/audits?tab=findings',
      }),
    ],
  };
};

export const suppressionsExpiring: Answerer = async ({ desk }) => {
  const list = (state: string) =>
    desk.list(suppressionContract.list, { query: { state, limit: SHOWN } });
  const [active, expiring] = [await list('ACTIVE,EXPIRING'), await list('EXPIRING')];
  const shown = expiring.rows.length > 0 ? expiring : active;
  return {
    parts: [
      figures([
        figure('Rules about to end', expiring.total, '/suppressions?state=EXPIRING'),
        figure('Rules in force', active.total, '/suppressions'),
      ]),
      ...table({
        caption: expiring.rows.length > 0 ? 'Rules about to end' : 'Rules in force',
        columns: ['Rule', 'Owner', 'Ends', 'Hides now', 'Of these open'],
        rows: shown.rows.map((one) => [
          cell(one.name, pageLink('/suppressions', { rule: one.id })),
          cell(one.ownerName),
          timeCell(one.expiresAt),
          numberCell(one.hidden),
          numberCell(one.hiddenOpen),
        ]),
        total: shown.total,
        to: '/suppressions',
      }),
    ],
    suggestions: ['Noisiest detectors'],
  };
};

export const dueSoon: Answerer = async ({ desk, span, asked }) => {
  const time = asked.slots.time;
  const isAhead = time?.type === 'next' && span?.to;
  const from = toIso(desk.now).slice(0, 10);
  const to = (isAhead ? span.to : toIso(desk.now + 7 * DAY_MS))?.slice(0, 10) ?? from;
  const { rows, total } = await desk.list(calendarContract.items, {
    query: { from, to, limit: SHOWN },
  });
  return {
    parts: [
      figures([
        figure(isAhead ? `Due ${span.label}` : 'Due in the next 7 days', total, '/calendar'),
      ]),
      ...table({
        caption: 'The earliest first',
        columns: ['What', 'Record', 'Day', 'Owner'],
        rows: rows.map((one) => [
          cell(CALENDAR_WORDS[one.kind].label),
          cell(one.title, pageLinkOf(calendarLink(one.kind, one.id))),
          cell(one.day),
          cell(one.owner?.name ?? null),
        ]),
        total,
        to: '/calendar',
      }),
    ],
    evidence: rows
      .slice(0, 3)
      .flatMap((one) =>
        cite('action', one.id, one.title, pageLinkOf(calendarLink(one.kind, one.id))),
      ),
  };
};

const pageLinkOf = (link: string) => pageLink(link);
