import type { KeyCounts, KeyLevel, PatternKeys, PatternSupport } from './engine.types.ts';

/** How a named person closed one alert. Undetermined closings say nothing and are not shown to the memory. */
export interface Closing {
  /** When it was closed, ms. */
  readonly at: number;
  readonly keys: PatternKeys;
  readonly benign: boolean;
  readonly analyst: { readonly id: string; readonly name: string };
  readonly alertId: string;
  readonly title: string;
  readonly verdict: string | null;
  readonly burst: number;
}

/**
 * What people did, in the order of time. What closed by itself, and what a model wrote, is never shown
 * to the memory.
 */
export type Observation =
  | { readonly type: 'closed'; readonly closing: Closing }
  /** Reopened, or closed otherwise since. */
  | { readonly type: 'taken-back'; readonly closing: Closing }
  /** Another person looked at what contradicts the pattern. */
  | {
      readonly type: 'second-look';
      readonly at: number;
      readonly pattern: string;
      readonly alertId: string;
      readonly analyst: { readonly id: string; readonly name: string };
      readonly malicious: boolean;
    }
  /** A person with the right to do so took back what stood confirmed against a pattern. */
  | { readonly type: 'cleared'; readonly at: number; readonly pattern: string };

/** A closing as malicious that somebody other than `analystId` is to look at. */
export interface SecondLookRequest {
  readonly pattern: string;
  readonly alertId: string;
  readonly analystId: string;
  readonly at: number;
}

export interface PatternMemory {
  /** @returns looks that became due by it. */
  observe(observation: Observation): readonly SecondLookRequest[];
  /** Null: no pattern, or the desk never met it. @param at the moment of the decision. */
  supportFor(keys: PatternKeys, at: number): PatternSupport | null;
  countsFor(keys: PatternKeys, at: number): Readonly<Record<KeyLevel, KeyCounts | null>>;
  openLooks(): readonly SecondLookRequest[];
  /** All of it as plain data, in a fixed order; `createPatternMemory(it)` goes on from there. */
  serialise(): SerialisedMemory;
}

export interface SerialisedMemory {
  readonly version: 1;
  readonly patterns: readonly (readonly [string, SerialisedPattern])[];
  /** Key, then day, benign and malicious of each day. */
  readonly counts: readonly (readonly [string, readonly (readonly [number, number, number])[]])[];
}

export interface SerialisedPattern {
  readonly label: string;
  readonly days: readonly DayOfPattern[];
  readonly traits: readonly (readonly [string, number, number])[];
  readonly analysts: readonly (readonly [string, string])[];
  readonly lastAt: number | null;
  readonly similar: PatternSupport['similar'];
  readonly contradictions: readonly Contradiction[];
}

/** One UTC day; `by`: analyst and closings as benign. */
export interface DayOfPattern {
  readonly day: number;
  benign: number;
  malicious: number;
  burst: number;
  by: [string, number][];
}

/** `open` until people agree; `asked`: the pattern also has closings as benign, so that it is one. */
export interface Contradiction {
  readonly alertId: string;
  readonly at: number;
  readonly analystId: string;
  asked: boolean;
  confirmedBy: string[];
  state: 'open' | 'confirmed';
}
