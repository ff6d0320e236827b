/** Answers about controls by their state, evidence as a whole, and what the engine may close. */
import { automationContract } from '../../../../shared/areas/assistant/automation.contract.ts';
import { controlsContract } from '../../../../shared/areas/compliance/controls.contract.ts';
import { evidenceContract } from '../../../../shared/areas/evidence/evidence.contract.ts';
import { controlLink, pageLink } from './desk.ts';
import {
  type Answerer,
  byWords,
  cell,
  cite,
  counted,
  figure,
  figures,
  say,
  severityCell,
  table,
  timeCell,
  words,
} from './parts.ts';

const SHOWN = 8;

const CONTROL_STATES = [
  [/\bnot (?:yet )?(?:been )?assessed|\bunassessed|\bnever assessed/, 'NOT_ASSESSED'],
  [/\bpart(?:ly|ially)\b/, 'PARTIALLY_COMPLIANT'],
  [/\bnot compliant|\bnon-?compliant|\bfail/, 'NON_COMPLIANT'],
  [/\bcompliant|\bpassing/, 'COMPLIANT'],
] as const;

export const controlList: Answerer = async ({ desk, asked }) => {
  const said = asked.words.join(' ');
  const status = CONTROL_STATES.find(([pattern]) => pattern.test(said))?.[1];
  const { rows, total, q, note } = await byWords(asked, 'control', (named) =>
    desk.list(controlsContract.list, { query: { status, q: named, limit: SHOWN } }),
  );
  const to = pageLink('/compliance', { tab: 'controls', status, q });
  return {
    parts: [
      ...note,
      figures([figure(status === undefined ? 'Controls' : `Controls ${words(status)}`, total, to)]),
      ...table({
        caption: 'Controls',
        columns: ['Control', 'Title', 'Framework', 'Status', 'Priority'],
        rows: rows.map((one) => [
          cell(one.controlId, controlLink(one.id)),
          cell(one.title),
          cell(one.frameworkName),
          cell(words(one.status)),
          severityCell(one.priority),
        ]),
        total,
        to,
      }),
    ],
    evidence: rows.flatMap(({ id, controlId }) => cite('control', id, controlId, controlLink(id))),
    suggestions: ['Open gaps', 'Which controls have expired evidence?'],
  };
};

export const evidenceSummary: Answerer = async ({ desk, asked, span }) => {
  const stats = await desk.read(evidenceContract.stats);
  const { rows, total, q, note } = await byWords(asked, 'evidence', (named) =>
    desk.list(evidenceContract.list, { query: { q: named, limit: SHOWN } }),
  );
  const newer = span === null ? rows : rows.filter(({ createdAt }) => createdAt >= span.from);
  const of = (validity: string) => pageLink('/evidence', { validity });
  return {
    parts: [
      figures([
        figure('Evidence', stats.total, '/evidence'),
        figure('Valid', stats.valid, of('valid')),
        figure('Expiring', stats.expiring, of('expiring')),
        figure('Expired', stats.expired, of('expired')),
        figure('Waiting for review', stats.pending, of('pending')),
        figure('Rejected', stats.rejected, of('rejected')),
      ]),
      ...note,
      ...(span === null
        ? []
        : [
            say(
              `Of the newest ${counted(rows.length, 'piece')}, ${newer.length} ${newer.length === 1 ? 'was' : 'were'} collected ${span.label}.`,
            ),
          ]),
      ...table({
        caption: 'The newest',
        columns: ['Evidence', 'Type', 'Collected', 'Expires'],
        rows: newer.map((one) => [
          cell(one.title, pageLink('/evidence', { evidence: one.id })),
          cell(words(one.type)),
          timeCell(one.collectionDate),
          timeCell(one.expirationDate),
        ]),
        total: span === null ? total : null,
        to: pageLink('/evidence', { q }),
      }),
    ],
    suggestions: [
      'Which controls have expired evidence?',
      'Evidence expiring in the next 30 days',
      'Controls without evidence',
    ],
  };
};

const POLICY_SAID = {
  ON: 'Automation is on: the engine closes alerts of the patterns that were switched on.',
  SHADOW: 'Automation is in shadow: the engine says what it would close, and closes nothing.',
  TRIPPED: 'Automation tripped: after confirmed errors the engine closes nothing.',
} as const;

export const automationState: Answerer = async ({ desk, asked }) => {
  const health = await desk.read(automationContract.health);
  const to = '/automation';
  const tab = (name: string) => pageLink(to, { tab: name });
  const percent = (share: number | null) => (share === null ? null : Math.round(1000 * share) / 10);
  return {
    parts: [
      say(POLICY_SAID[health.policy.state]),
      figures([
        figure('Would close', health.decided['auto-close'] ?? 0, to),
        figure('Closed by itself', health.closed.n, to),
        figure('Of these overturned', health.closed.overturned, to),
        figure('Precision on verdicts', percent(health.precision.share), to, '%'),
        figure('Audits waiting', health.waiting.audits, tab('audits')),
        figure('Second looks waiting', health.waiting.secondLooks, tab('looks')),
      ]),
      say(`Decided by the rules of version ${health.version}.`),
    ],
    suggestions: [
      'How many duplicates?',
      ...(asked.slots.alertId === null ? [] : ['Explain this alert']),
    ],
  };
};
