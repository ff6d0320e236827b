import type { CollectorName } from '../../../../shared/areas/evidence/collection.rules.ts';
import type { ReadDb } from '../../../db/database.ts';

/** What a collector is asked for: everything from `from` up to, not including, `to`; milliseconds. */
export interface Period {
  readonly from: number;
  readonly to: number;
}

export interface CollectorContext {
  readonly db: ReadDb;
  readonly period: Period;
  /** Of the application. */
  readonly version: string;
}

/** A file as it will be kept; the same records give the same bytes. */
export interface CollectedContent {
  readonly fileName: string;
  readonly mediaType: string;
  readonly text: string;
  /** One line on what is in it, with its figures. */
  readonly summary: string;
}

/** Reads the workspace and writes nothing; null where the period holds nothing to keep. */
export type Collector = (context: CollectorContext) => CollectedContent | null;
export type AutomaticCollectors = Readonly<Record<Exclude<CollectorName, 'manual'>, Collector>>;

export const daysOf = ({ from, to }: Period): string =>
  `${new Date(from).toISOString().slice(0, 10)}-to-${new Date(to).toISOString().slice(0, 10)}`;

export const toJson = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
