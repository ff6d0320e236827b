import type { ExerciseDefinition } from '../exercise.ts';
import { closeGap } from './close-gap.exercise.ts';
import { huntWebServer } from './hunt-web-server.exercise.ts';
import { investigateHost } from './investigate-host.exercise.ts';
import { triageQueue } from './triage-queue.exercise.ts';

/** In the order in which they are offered. */
export const EXERCISES: readonly ExerciseDefinition[] = [
  triageQueue,
  investigateHost,
  huntWebServer,
  closeGap,
];
