import type { StepOutcome } from './exercise.ts';
import { alertOf, type Facts, isAnswer, namesFact, reasonFor, wasEver } from './facts.ts';
import { createJudgement, type Judgement } from './judgement.ts';

/** A closing that was wrong is taken back, with a reason that names a fact. */
export function checkReopened(facts: Facts, part: string, why: string): StepOutcome {
  const judgement = createJudgement();
  const fact = alertOf(facts, part);
  judgement.row(fact);
  if (!wasEver(fact, 'OPEN')) judgement.missed(`‘${fact.title}’ is still closed.`);
  else {
    judgement.right(`‘${fact.title}’ is reopened.`);
    if (namesFact(reasonFor(fact, 'OPEN'))) judgement.right('The reason names a fact.');
    else
      judgement.missed(
        'The reason names nothing that can be checked: give an address, a process, an account or an incident.',
      );
  }
  if (fact.status === 'FALSE_POSITIVE' && wasEver(fact, 'OPEN'))
    judgement.wrong('And then it was closed as a false positive again.');
  return judgement.outcome(why);
}

/** Each question of a conclusion by its key, with the answers that are accepted. */
export function judgeAnswers(
  facts: Facts,
  judgement: Judgement,
  accepted: Readonly<Record<string, readonly string[]>>,
): void {
  for (const [key, answers] of Object.entries(accepted)) {
    const given = facts.answers[key];
    if (isAnswer(given, answers)) judgement.right(`Right about the ${key}: ${answers[0]}.`);
    else if (!given?.trim()) judgement.missed(`No answer about the ${key} yet.`);
    else judgement.missed(`Not right about the ${key}.`);
  }
}
