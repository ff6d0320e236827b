/** How the demo's vendors were assessed and tiered. */
import { questionsOf } from '../../../../shared/areas/vendors/questionnaire.rules.ts';
import { tierOf } from '../../../../shared/areas/vendors/tiering.rules.ts';
import { TIERING_QUESTIONS } from '../../../../shared/areas/vendors/tiering-questions.ts';
import { type Answer, scoreOf } from '../../../../shared/areas/vendors/vendor-assessments.rules.ts';
import { DAY_MS, HOUR_MS } from '../../../../shared/kernel/time.ts';
import {
  vendorAnswersTable,
  vendorAssessmentsTable,
  vendorTieringsTable,
} from '../../../db/tables/vendor-assessments.table.ts';
import type { WriteTx } from '../../../db/write-door.ts';
import { createRandom } from './random.ts';
import { answersWithScore } from './vendor-answers.ts';
import { vendorByName } from './vendors.store.ts';
import { byPerson, dateFrom, type World } from './world.ts';

const SEED = 20_261;
const SENT_BEFORE_DAYS = 28;
const ANSWERED_BEFORE_DAYS = 9;
const REVIEWED_BEFORE_DAYS = 2;

/** What vendors say where an answer is no Yes, by section. */
const REMARKS: Readonly<Record<string, string>> = {
  governance: 'The group has it; our own edition waits for its approval.',
  access: 'For administrators since spring; the rest follows with the new directory.',
  data: 'Apart by schema, on the same machines.',
  crypto: 'Older interfaces still end their encryption at the edge.',
  operations: 'Within office hours; a rota is planned.',
  vulnerability: 'Within 30 days as a rule; figures can be given.',
  incident: 'The plan was last exercised two years ago.',
  continuity: 'Backups are tried file by file, not as a whole.',
  subprocessors: 'The list is that of last year.',
  compliance: 'The certificate covers the head office, not the second site.',
  personnel: 'Training is offered; taking part is not recorded.',
  physical: 'The landlord keeps the record of entry.',
};

type Vendor = World['content']['vendors'][number];

export function addVendorAssessments(world: World): void {
  const random = createRandom(SEED);
  for (const vendor of world.content.vendors) {
    const asked = questionsOf(world.content.questionnaire);
    addCompleted(world, vendor, answersWithScore(asked, vendor.riskScore, random));
  }
  addRunning(world, random);
  addTierings(world);
}

interface Answered {
  readonly assessmentId: string;
  readonly answers: ReadonlyMap<string, Answer>;
  readonly at: number;
}

function insertAnswers(world: World, tx: WriteTx, { assessmentId, answers, at }: Answered): void {
  for (const { id, section } of questionsOf(world.content.questionnaire)) {
    const answer = answers.get(id);
    if (answer === undefined) continue;
    const isOdd = answer === 'NO' || answer === 'PARTLY';
    tx.insert(vendorAnswersTable, {
      ...{ id: world.newId(), assessmentId, questionId: id, answer },
      comment: isOdd ? (REMARKS[section] ?? null) : null,
      source: 'workbook',
      recordedBy: world.desk('priya'),
      updatedAt: at,
    });
  }
}

function sentOf(world: World, vendor: Vendor, at: number, due: number) {
  const { id, version } = world.content.questionnaire;
  return {
    questionnaire: id,
    questionnaireVersion: version,
    tier: vendor.riskTier,
    sentTo: vendor.securityContact,
    sentOn: dateFrom(at, 0),
    due: dateFrom(at, due),
    createdBy: world.desk('priya'),
    createdAt: at,
    updatedAt: at,
  };
}

/** The one that the vendor's score and days come from. */
function addCompleted(world: World, vendor: Vendor, answers: ReadonlyMap<string, Answer>): void {
  const { now, past } = world;
  const officer = world.desk('priya');
  const completedAt = world.daysAgo(-vendor.lastAssessment) - HOUR_MS;
  const sentAt = completedAt - SENT_BEFORE_DAYS * DAY_MS;
  const answeredAt = completedAt - ANSWERED_BEFORE_DAYS * DAY_MS;
  const made = { id: '' };
  past.add(sentAt, byPerson(officer, 'vendors.assessment-send'), (tx) => {
    made.id = world.newId();
    const vendorId = vendorByName(tx, vendor.name);
    const sent = sentOf(world, vendor, sentAt, SENT_BEFORE_DAYS - ANSWERED_BEFORE_DAYS);
    tx.insert(vendorAssessmentsTable, { ...sent, id: made.id, vendorId, state: 'SENT' });
  });
  past.add(answeredAt, byPerson(officer, 'vendors.assessment-read'), (tx) =>
    insertAnswers(world, tx, { assessmentId: made.id, answers, at: answeredAt }),
  );
  const { score, sections, formulaVersion } = scoreOf(
    questionsOf(world.content.questionnaire).map((question) => ({
      ...question,
      answer: answers.get(question.id) ?? null,
    })),
  );
  past.add(completedAt, byPerson(officer, 'vendors.assessment-complete'), (tx) =>
    tx.update(vendorAssessmentsTable, made.id, {
      state: 'COMPLETED',
      answeredOn: dateFrom(answeredAt, 0),
      reviewedOn: dateFrom(completedAt, -REVIEWED_BEFORE_DAYS),
      reviewedBy: world.desk('daniel'),
      reviewNote: 'Answers compared with the documents that were sent along.',
      completedOn: dateFrom(completedAt, 0),
      completedBy: officer,
      expiresOn: dateFrom(now, vendor.nextAssessment ?? vendor.lastAssessment + 365),
      score,
      formulaVersion,
      sectionScores: Object.fromEntries(sections.map((one) => [one.section, one.score])),
      updatedAt: completedAt,
    }),
  );
}

/** Vendor, days since it was sent, days until answers are due, how far it came. */
const RUNNING = [
  ['Quayside Automation', 9, 21, 'SENT'],
  ['Tallyman Payroll', 24, 14, 'ANSWERED'],
  ['Fathom Telematics', 5, 21, 'SENT'],
] as const;

function addRunning(world: World, random: ReturnType<typeof createRandom>): void {
  const officer = world.desk('priya');
  for (const [name, since, due, state] of RUNNING) {
    const vendor = world.content.vendors.find((one) => one.name === name);
    if (!vendor) throw new Error(`The demo has no vendor called '${name}'`);
    const sentAt = world.daysAgo(since);
    const made = { id: '' };
    world.past.add(sentAt, byPerson(officer, 'vendors.assessment-send'), (tx) => {
      made.id = world.newId();
      const vendorId = vendorByName(tx, name);
      const sent = sentOf(world, vendor, sentAt, due);
      tx.insert(vendorAssessmentsTable, { ...sent, id: made.id, vendorId, state: 'SENT' });
    });
    if (state !== 'ANSWERED') continue;
    const at = world.daysAgo(3);
    const asked = questionsOf(world.content.questionnaire);
    const answers = answersWithScore(asked, vendor.riskScore, random);
    world.past.add(at, byPerson(officer, 'vendors.assessment-submit'), (tx) => {
      insertAnswers(world, tx, { assessmentId: made.id, answers, at });
      tx.update(vendorAssessmentsTable, made.id, {
        ...{ state: 'ANSWERED', answeredOn: dateFrom(at, 0), updatedAt: at },
      });
    });
  }
}

/** Vendor, and the answers in the order of the questions: their place from 0. */
const TIERINGS = [
  ['Fathom Telematics', '2231332112'],
  ['Vaultkeep Backup', '3302332121'],
  ['Quayside Automation', '1023222203'],
  ['Signet Identity', '3213322310'],
  ['Ledgerwise', '2221221310'],
  ['Plainview Print', '1011212002'],
  ['Oakfield Legal', '1100001110'],
] as const;
const TIERED_SINCE_DAYS = 24;

/** Where people chose another tier than the rule, they said why. */
const OVERRIDE = 'Set by the risk committee, which looked at the contract and the volume.';

function addTierings(world: World): void {
  const officer = world.desk('priya');
  TIERINGS.forEach(([name, places], index) => {
    const vendor = world.content.vendors.find((one) => one.name === name);
    const answers = answersAt(places);
    const result = tierOf(answers);
    if (!vendor || !result) throw new Error(`The demo cannot tier '${name}'`);
    const at = world.daysAgo(TIERED_SINCE_DAYS) - index * HOUR_MS;
    world.past.add(at, byPerson(officer, 'vendors.tier'), (tx) =>
      tx.insert(vendorTieringsTable, {
        ...{ id: world.newId(), vendorId: vendorByName(tx, name), answers },
        version: result.version,
        share: result.share,
        inherentTier: result.tier,
        tier: vendor.riskTier,
        overrideReason: vendor.riskTier === result.tier ? null : OVERRIDE,
        createdBy: officer,
        createdAt: at,
      }),
    );
  });
}

function answersAt(places: string): Record<string, string> {
  return Object.fromEntries(
    TIERING_QUESTIONS.map(({ id, options }, index) => [
      id,
      options[Number(places[index])]?.value ?? '',
    ]),
  );
}
