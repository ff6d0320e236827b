/** Answers of the demo's vendors, which come to the score that is known of each. */

import type { Question } from '../../../../shared/areas/vendors/questionnaire.rules.ts';
import {
  type Answer,
  SCORE_MAX,
  scoreOf,
} from '../../../../shared/areas/vendors/vendor-assessments.rules.ts';
import type { Random } from './random.ts';

type Asked = Question & { readonly section: string };

const TRIES = 400;
const NO_SHARE = 0.35;

const scored = (questions: readonly Asked[], answers: ReadonlyMap<string, Answer>) =>
  scoreOf(questions.map((one) => ({ ...one, answer: answers.get(one.id) ?? null }))).score;

function drawAnswers(
  questions: readonly Asked[],
  target: number,
  random: Random,
): Map<string, Answer> {
  const answers = new Map<string, Answer>();
  for (const { id, required } of questions)
    if (!required && random.int(0, 9) === 0) answers.set(id, 'NA');
  const counted = questions.filter(({ id }) => !answers.has(id));
  const weight = counted.reduce((sum, one) => sum + one.weight, 0);
  const order = counted
    .map((question) => ({ question, place: random.int(0, 1_000_000) }))
    .sort((a, b) => a.place - b.place);
  let left = Math.round((2 * target * weight) / SCORE_MAX);
  for (const { question } of order) {
    const isNo = 2 * question.weight <= left && random.int(0, 99) < 100 * NO_SHARE;
    const answer: Answer = isNo ? 'NO' : question.weight <= left ? 'PARTLY' : 'YES';
    left -= answer === 'NO' ? 2 * question.weight : answer === 'PARTLY' ? question.weight : 0;
    answers.set(question.id, answer);
  }
  return answers;
}

/** @throws where no answers come to the score. */
export function answersWithScore(
  questions: readonly Asked[],
  target: number,
  random: Random,
): Map<string, Answer> {
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const answers = drawAnswers(questions, target, random);
    if (scored(questions, answers) === target) return answers;
  }
  throw new Error(`No answers of the demo come to a score of ${target}`);
}
