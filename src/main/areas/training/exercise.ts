import type {
  ExerciseKey,
  ExerciseQuestion,
  StepResult,
} from '../../../shared/areas/training/training.contract.ts';
import type { Permission } from '../../../shared/contract/permissions.ts';
import type { Facts } from './facts.ts';
import type { StartState } from './start-states.ts';

export type StepOutcome = Omit<StepResult, 'step'>;

/** One step: what to do, hints that cost nothing, and what is made of what the trainee did. */
export interface StepDefinition {
  readonly key: string;
  readonly title: string;
  readonly task: string;
  readonly hints: readonly string[];
  readonly check: (facts: Facts) => StepOutcome;
}

export interface ExerciseDefinition {
  readonly key: ExerciseKey;
  readonly title: string;
  readonly summary: string;
  readonly minutes: number;
  /** What the role must be allowed to do in the workspace. */
  readonly needs: Permission;
  readonly briefing: readonly string[];
  readonly startLink: string | null;
  /** The rows that the exercise puts to its start, by part. */
  readonly starts: Readonly<Record<string, StartState>>;
  /** Parts that are handed out as a list; empty where finding them is the exercise. */
  readonly queue: readonly string[];
  readonly questions: readonly ExerciseQuestion[];
  readonly steps: readonly StepDefinition[];
}
