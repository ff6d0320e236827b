import type { RowLink } from '../../../../shared/areas/training/training.contract.ts';
import type { ExerciseDefinition } from '../exercise.ts';
import { type ControlFact, type Facts, namesFact } from '../facts.ts';
import { createJudgement } from '../judgement.ts';

const GAP_TO_CLOSE = 'SOC 2 Type II CC6.3';
const MAIN_REVIEW = 'Review of rights, third quarter';

/** Evidence that the exercise puts in, gone again when it ends; ages in days. */
export interface MadeEvidence {
  readonly part: string;
  readonly title: string;
  readonly description: string;
  readonly type: string;
  readonly collected: number;
  readonly validFor: number;
}
const SUPPLEMENT: MadeEvidence = {
  part: 'made/supplement',
  title: 'Review of rights, third quarter, supplement for the terminal systems',
  description:
    'All 14 accounts of TOS-01, GATE-02 and LBL-05 with the mark of their owner; two rights withdrawn, with the requests.',
  type: 'DOCUMENT',
  collected: 3,
  validFor: 92,
};
const DRAFT: MadeEvidence = {
  part: 'made/draft',
  title: 'Review of rights, terminal systems, working list',
  description: '9 of 14 accounts; the column for the mark of the owner is empty.',
  type: 'DOCUMENT',
  collected: 11,
  validFor: 92,
};
const PROMISE: MadeEvidence = {
  part: 'made/promise',
  title: 'Mail of the terminal team on the review',
  description: 'Says that the remaining accounts will be looked at by the end of the month.',
  type: 'DOCUMENT',
  collected: 16,
  validFor: 180,
};
export const MADE_EVIDENCE: readonly MadeEvidence[] = [SUPPLEMENT, DRAFT, PROMISE];

/** Evidence of the demo that may be chosen; only some of it has to do with the gap. */
export const CANDIDATE_TITLES: readonly string[] = [
  MAIN_REVIEW,
  'Review of rights, second quarter',
  'Accounts opened and closed, October',
  'Incident exercise, autumn',
  'Weekly scan, week of the report',
  'Tiers of suppliers',
  'Contracts with processors',
];

/** Why chosen evidence does not prove the control. */
const WHY_NOT: Readonly<Record<string, string>> = {
  [DRAFT.title]: 'a working list without the owners’ marks, and with 9 of 14 accounts',
  [PROMISE.title]: 'an announcement; evidence shows what was done, not what will be',
  'Review of rights, second quarter': 'of the quarter before, and expired',
  'Accounts opened and closed, October':
    'about opening and closing accounts (CC6.2), not reviewing them',
};

export const closeGap: ExerciseDefinition = {
  key: 'close-gap',
  title: 'Close a gap',
  summary:
    'The auditor of SOC 2 asks for the gaps. One of them can be closed today: find it, choose the evidence that proves it, and assess it with a reason.',
  minutes: 15,
  needs: 'training.assess',
  briefing: [
    'Twelve controls are non-compliant. This week new papers came in from the terminal team, and the auditor asks whether any gap can be closed.',
    'Read the gaps and the evidence below. Exactly one gap can be closed on evidence that is there, valid, and covers all that was missing. Assess it: status, evidence, and a reason another assessor can follow. What you save really changes the control; restarting the exercise takes it back.',
    'Closing a gap that is not closed is worse than leaving it open: the auditor will find it.',
  ],
  startLink: null,
  starts: {},
  queue: [],
  questions: [],
  steps: [
    {
      key: 'gap',
      title: 'Choose the gap',
      task: 'Assess the one control whose shortcoming has been made good.',
      hints: [
        'Each gap says what is missing. Which of these things does a new paper bring?',
        'The terminal team sent papers. Which gap names terminal systems and accounts?',
      ],
      check: checkGap,
    },
    {
      key: 'evidence',
      title: 'Choose what proves it',
      task: 'Link evidence that is valid, complete and about this control, and nothing that only looks like it.',
      hints: [
        '14 accounts were not looked at: which paper covers 14?',
        'A promise and a working list prove nothing; an expired review proves an earlier quarter.',
      ],
      check: checkEvidence,
    },
    {
      key: 'assessment',
      title: 'Set the status with a reason',
      task: 'Set the status that follows from the evidence, and say why in words an auditor can check.',
      hints: [
        'Main review and supplement together cover every system: nothing is left that would make it partial.',
        'Name what was missing (14 accounts of the terminal systems) and what now shows it.',
      ],
      check: checkAssessment,
    },
    {
      key: 'restraint',
      title: 'Close nothing else',
      task: 'Every other gap stays what it is.',
      hints: [
        'A report that went out late, nine systems without updates: has any of that changed?',
      ],
      check: checkOthers,
    },
  ],
};

function controlOf(facts: Facts): ControlFact {
  const found = facts.controls.find(({ name }) => name === GAP_TO_CLOSE);
  if (!found) throw new Error(`The workspace has no control ${GAP_TO_CLOSE}`);
  return found;
}

function linkTo(control: ControlFact): RowLink {
  return {
    label: `${control.name}: ${control.title}`,
    link: null,
    note: control.status.replaceAll('_', ' '),
  };
}

function checkGap(facts: Facts) {
  const judgement = createJudgement();
  const control = controlOf(facts);
  judgement.link(linkTo(control));
  if (control.deeds.length > 0) judgement.right(`You assessed ${control.name}.`);
  else judgement.missed('The gap that can be closed has not been assessed.');
  return judgement.outcome(
    'CC6.3 asks for a review of rights every quarter. The review of the third quarter left out the terminal systems; the supplement brings exactly these.',
  );
}

function checkEvidence(facts: Facts) {
  const judgement = createJudgement();
  const { evidence } = controlOf(facts);
  const has = (title: string) => evidence.some((one) => one.title === title);
  for (const one of evidence)
    judgement.link({ label: one.title, link: null, note: one.isValid ? 'valid' : 'expired' });
  if (has(SUPPLEMENT.title))
    judgement.right('The supplement is linked: it covers all 14 accounts.');
  else judgement.missed('What shows that the 14 accounts were looked at is not linked.');
  if (has(MAIN_REVIEW))
    judgement.right('The main review is linked with it: together they cover all systems.');
  for (const one of evidence.filter(
    ({ title }) => ![SUPPLEMENT.title, MAIN_REVIEW].includes(title),
  )) {
    judgement.missed(
      `‘${one.title}’ does not prove it: ${WHY_NOT[one.title] ?? 'it is about another control'}.`,
    );
  }
  return judgement.outcome(
    'Evidence has to be about this control, cover the whole population and the whole period, and be valid on the day of the assessment. One good paper beats five near it.',
  );
}

function checkAssessment(facts: Facts) {
  const judgement = createJudgement();
  const control = controlOf(facts);
  const last = control.deeds.at(-1);
  judgement.link(linkTo(control));
  if (!last) judgement.missed('There is no assessment yet.');
  else {
    if (control.status === 'COMPLIANT')
      judgement.right('COMPLIANT follows from complete evidence.');
    else
      judgement.missed(
        `${control.status.replaceAll('_', ' ')}: with all 14 accounts reviewed, nothing is missing any more.`,
      );
    if (/terminal|14|supplement/i.test(last.reason ?? '') || namesFact(last.reason))
      judgement.right('The reason says what was made good.');
    else
      judgement.missed(
        'The reason does not say what was missing and what shows that it is there now.',
      );
    if (
      control.status === 'COMPLIANT' &&
      !control.evidence.some(({ title }) => title === SUPPLEMENT.title)
    )
      judgement.wrong('It is called compliant on evidence that does not show it.');
  }
  return judgement.outcome(
    'The next assessor reads the reason, not your mind: what was missing, what shows that it is there, and when.',
  );
}

function checkOthers(facts: Facts) {
  const judgement = createJudgement();
  const others = facts.controls.filter(({ name }) => name !== GAP_TO_CLOSE);
  const changed = others.filter(({ status }) => status !== 'NON_COMPLIANT');
  for (const control of changed) {
    judgement.link(linkTo(control));
    const word = `${control.name} is now ${control.status.replaceAll('_', ' ')}, though nothing about it was made good.`;
    if (control.deeds.length > 0) judgement.wrong(word);
    else judgement.missed(`${word} Not by you, but it has to be looked at.`);
  }
  if (facts.controls.every(({ deeds }) => deeds.length === 0))
    judgement.missed('You have not assessed anything yet.');
  else if (changed.length === 0) judgement.right('The other eleven gaps stand as they were.');
  return judgement.outcome(
    'A gap that is closed without proof is found by the auditor, and then every other assessment is doubted.',
  );
}
