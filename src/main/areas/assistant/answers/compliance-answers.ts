/** Answers about frameworks, controls, their evidence and gaps. */
import { controlsContract } from '../../../../shared/areas/compliance/controls.contract.ts';
import {
  type FrameworkScore,
  scoresContract,
} from '../../../../shared/areas/compliance/scores.contract.ts';
import { mappingsContract } from '../../../../shared/areas/evidence/mappings.contract.ts';
import { DAY_MS, toIso } from '../../../../shared/kernel/time.ts';
import { controlLink, found, pageLink } from './desk.ts';
import {
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
  table,
  timeCell,
  words,
} from './parts.ts';

const SHOWN = 8;

const plain = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Frameworks whose name holds the words that were asked for. */
function matching(frameworks: readonly FrameworkScore[], asked: string): FrameworkScore[] {
  const wanted = plain(asked).split(' ');
  return frameworks.filter(({ name, version }) => {
    const named = ` ${plain(`${name} ${version ?? ''}`)} `;
    const joined = named.replaceAll(' ', '');
    return wanted.every((word) => named.includes(` ${word}`)) || joined.includes(wanted.join(''));
  });
}

const whyLink = (id: string) => pageLink('/compliance', { why: id });

async function namedFramework({ desk, asked }: AskedHere) {
  const name = asked.slots.framework;
  if (name === null) return { all: await desk.read(scoresContract.list), named: null };
  const all = await desk.read(scoresContract.list);
  return { all, named: matching(all, name) };
}

export const frameworkScore: Answerer = async (here) => {
  const { all, named } = await namedFramework(here);
  const [one] = named ?? [];
  if (named && named.length === 1 && one)
    return {
      parts: [
        say(
          one.score === null
            ? 'Nothing of this framework has been assessed yet.'
            : `${one.name} stands at ${one.score} %: ${one.counts.COMPLIANT} of ${one.assessed} assessed controls are compliant.`,
        ),
        figures([
          figure('Score', one.score, whyLink(one.id), '%'),
          figure('Coverage', one.coverage, whyLink(one.id), '%'),
          figure('Assurance', one.assurance, whyLink(one.id), '%'),
          figure(
            'Gaps',
            one.counts.NON_COMPLIANT,
            pageLink('/compliance', {
              tab: 'controls',
              framework: one.id,
              status: 'NON_COMPLIANT',
            }),
          ),
        ]),
      ],
      suggestions: [`Gaps in ${one.name}`, 'Framework scores'],
    };
  const shown =
    named && named.length > 0
      ? named
      : [...all].sort((a, b) => (a.score ?? 101) - (b.score ?? 101));
  return {
    parts: [
      say(
        named && named.length === 0
          ? 'No active framework has this name. These are the active ones, the lowest score first:'
          : `${counted(shown.length, 'framework')}${named ? ' of that name' : ', the lowest score first'}:`,
      ),
      ...table({
        caption: 'Frameworks',
        columns: ['Framework', 'Score', 'Gaps'],
        rows: shown
          .slice(0, SHOWN)
          .map((item) => [
            cell(item.name, whyLink(item.id)),
            cell(item.score === null ? null : `${item.score} %`),
            numberCell(item.counts.NON_COMPLIANT),
          ]),
        total: shown.length,
        to: '/compliance',
      }),
    ],
  };
};

export const complianceScore: Answerer = async ({ desk }) => {
  const one = await desk.read(scoresContract.metrics);
  const to = '/compliance';
  return {
    parts: [
      say(
        one.overallScore === null
          ? 'No control has been assessed yet.'
          : `Overall ${one.overallScore} %: ${one.compliantControls} of ${one.assessedControls} assessed controls are compliant.`,
      ),
      figures([
        figure('Score', one.overallScore, to, '%'),
        figure('Coverage', one.coverage, to, '%'),
        figure('Assurance', one.assurance, to, '%'),
        figure('Controls', one.totalControls, pageLink(to, { tab: 'controls' })),
        figure(
          'Compliant',
          one.compliantControls,
          pageLink(to, { tab: 'controls', status: 'COMPLIANT' }),
        ),
        figure('Gaps', one.gaps, pageLink(to, { tab: 'controls', status: 'NON_COMPLIANT' })),
        figure('Automated', one.automatedControls, to),
      ]),
    ],
    suggestions: ['Open gaps', 'Framework scores', 'Which controls have expired evidence?'],
  };
};

export const openGaps: Answerer = async (here) => {
  const { desk } = here;
  const { named } = await namedFramework(here);
  const one = named?.length === 1 ? named[0] : undefined;
  const query = { status: 'NON_COMPLIANT', framework: one?.id };
  const { rows, total } = await desk.list(controlsContract.list, {
    query: { ...query, limit: SHOWN },
  });
  const to = pageLink('/compliance', { tab: 'controls', ...query });
  return {
    parts: [
      ...(named && !one
        ? [say('I could not tell which framework is meant, so these are of all.')]
        : []),
      figures([figure(`Controls that are not compliant${one ? `, ${one.name}` : ''}`, total, to)]),
      ...table({
        caption: 'Gaps',
        columns: ['Control', 'Title', 'Framework', 'Priority'],
        rows: rows.map((control) => [
          cell(control.controlId, controlLink(control.id)),
          cell(control.title),
          cell(control.frameworkName),
          severityCell(control.priority),
        ]),
        total,
        to,
      }),
      ...links([{ label: 'Open the gap analysis', to: '/compliance?tab=gaps' }]),
    ],
    evidence: rows.flatMap(({ id, controlId }) => cite('control', id, controlId, controlLink(id))),
  };
};

export const controlState: Answerer = async (here) => {
  const { desk, asked } = here;
  const ref = asked.slots.control;
  const { rows } =
    ref === null
      ? { rows: [] }
      : await desk.list(controlsContract.list, { query: { q: ref, limit: 50 } });
  const wanted = plain(ref ?? '');
  const exact = rows.filter(({ controlId }) => plain(controlId) === wanted);
  const [first] = exact;
  if (!first)
    return {
      parts: [
        say(
          ref === null
            ? 'Name a control by its id, as AC-2 or CC6.1.'
            : `No control of the workspace has the id ${ref}.`,
        ),
        ...links([{ label: 'Open the controls', to: '/compliance?tab=controls' }]),
      ],
    };
  const detail =
    exact.length === 1
      ? await found(desk.read(controlsContract.get, { params: { id: first.id } }))
      : undefined;
  return {
    parts: [
      say(
        exact.length === 1
          ? `${first.controlId} of ${first.frameworkName} is ${words(first.status)}.`
          : `${counted(exact.length, 'control')} have this id:`,
      ),
      ...table({
        caption: 'Controls',
        columns: ['Control', 'Title', 'Framework', 'Status', 'Valid evidence'],
        rows: exact
          .slice(0, SHOWN)
          .map((one) => [
            cell(one.controlId, controlLink(one.id)),
            cell(one.title),
            cell(one.frameworkName),
            cell(words(one.status)),
            numberCell(one.validEvidenceCount),
          ]),
      }),
      ...table({
        caption: 'Its evidence',
        columns: ['Evidence', 'Verdict', 'Expires'],
        rows: (detail?.evidence ?? [])
          .slice(0, SHOWN)
          .map((one) => [
            cell(one.title, pageLink('/evidence', { evidence: one.id })),
            cell(words(one.verdict)),
            timeCell(one.expirationDate),
          ]),
      }),
    ],
    evidence: exact.flatMap(({ id, controlId }) => cite('control', id, controlId, controlLink(id))),
  };
};

export const evidenceExpired: Answerer = async ({ desk, asked }) => {
  const isMissing = /\b(?:without|missing|lack|no)\b/.test(asked.words.join(' '));
  const state = isMissing ? 'none' : 'expired';
  const [summary, { rows, total }] = [
    await desk.read(mappingsContract.summary),
    await desk.list(mappingsContract.controls, { query: { state, limit: SHOWN } }),
  ];
  const to = pageLink('/evidence', { tab: 'mappings', state });
  return {
    parts: [
      say(
        isMissing
          ? `${counted(summary.controls.none, 'control')} ${summary.controls.none === 1 ? 'has' : 'have'} no evidence at all.`
          : `${counted(summary.controls.expired, 'control')} ${summary.controls.expired === 1 ? 'has' : 'have'} only evidence that has expired.`,
      ),
      figures([
        figure(
          'With expired evidence only',
          summary.controls.expired,
          pageLink('/evidence', { tab: 'mappings', state: 'expired' }),
        ),
        figure(
          'Without evidence',
          summary.controls.none,
          pageLink('/evidence', { tab: 'mappings', state: 'none' }),
        ),
      ]),
      ...table({
        caption: isMissing ? 'Controls without evidence' : 'Controls with expired evidence',
        columns: ['Control', 'Title', 'Framework', 'Expired'],
        rows: rows.map((one) => [
          cell(one.controlId, controlLink(one.id)),
          cell(one.title),
          cell(one.framework),
          numberCell(one.expired),
        ]),
        total,
        to,
      }),
    ],
    evidence: rows.flatMap(({ id, controlId }) => cite('control', id, controlId, controlLink(id))),
    suggestions: ['Evidence expiring in the next 30 days', 'Controls without evidence'],
  };
};

export const evidenceExpiring: Answerer = async ({ desk, span, asked }) => {
  const isAhead = asked.slots.time?.type === 'next';
  const from = toIso(desk.now);
  const to = isAhead && span?.to ? span.to : toIso(desk.now + 30 * DAY_MS);
  const { rows, total } = await desk.list(scoresContract.expiring, {
    query: { from, to, limit: SHOWN },
  });
  return {
    parts: [
      figures([
        figure(
          `Evidence that expires ${isAhead ? (span?.label ?? '') : 'in the next 30 days'}`,
          total,
          '/evidence',
        ),
      ]),
      ...table({
        caption: 'The next first',
        columns: ['Evidence', 'Controls', 'Expires'],
        rows: rows.map((one) => [
          cell(one.title, pageLink('/evidence', { evidence: one.id })),
          numberCell(one.controls),
          timeCell(one.expiresAt),
        ]),
        total,
        to: '/calendar',
      }),
    ],
    suggestions: ['Which controls have expired evidence?'],
  };
};
