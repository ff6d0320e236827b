import { statusLabel } from '../../../shared/areas/alerts/alerts.rules.ts';
import type { RowLink, StepVerdict } from '../../../shared/areas/training/training.contract.ts';
import type { StepOutcome } from './exercise.ts';
import type { AlertFact } from './facts.ts';

/** Collects what a step found; the verdict follows from it. */
export interface Judgement {
  right(text: string): void;
  missed(text: string): void;
  /** Something that does harm, or that has to be taken back. */
  wrong(text: string): void;
  row(fact: AlertFact): void;
  link(link: RowLink): void;
  outcome(why: string): StepOutcome;
}

export function createJudgement(): Judgement {
  const right: string[] = [];
  const missed: string[] = [];
  const rows: RowLink[] = [];
  let isWrong = false;
  const verdict = (): StepVerdict => {
    if (isWrong) return 'wrong';
    if (missed.length === 0) return 'right';
    return right.length > 0 ? 'partly' : 'missed';
  };
  return {
    right: (text) => void right.push(text),
    missed: (text) => void missed.push(text),
    wrong(text) {
      isWrong = true;
      missed.push(text);
    },
    row: (fact) => void rows.push(alertLink(fact)),
    link: (link) => void rows.push(link),
    outcome: (why) => ({ verdict: verdict(), right, missed, why, rows }),
  };
}

function alertLink(fact: AlertFact): RowLink {
  return {
    label: fact.place === null ? fact.title : `${fact.title} (${fact.place})`,
    link: `/alerts?alert=${encodeURIComponent(fact.id)}`,
    note: [statusLabel(fact.status), fact.escalated ? 'escalated' : null]
      .filter((word) => word !== null)
      .join(', '),
  };
}
