/** What a format of logs, line by line, is to its reader: pure, without Node. */
import type { EvidenceEvent } from '../events/event.types.ts';

export interface LinePlace {
  /** Bytes from the start of the file. */
  readonly offset: number;
  /** From 1 on. */
  readonly line: number;
}

export interface LineContext {
  readonly name: string;
  /** ms: what a time leaves out is taken from here. */
  readonly takenAt: number;
  emit(event: EvidenceEvent): void;
  problem(what: string, at: LinePlace | null, isLoss: boolean): void;
  fact(name: string, value: unknown): void;
}

export interface LineParser {
  /** Without its end of line. Never throws. */
  line(text: string, at: LinePlace): void;
  /** Once: gives what waits for more, and the facts of the whole. */
  end(): void;
}

export interface LineFormat {
  readonly id: string;
  readonly label: string;
  readonly version: string;
  /** How sure it is from the first whole lines: 0 to 99. */
  looks(lines: readonly string[], name: string): number;
  open(context: LineContext): LineParser;
}

/** What may be in one record. Real ones stay far below; what goes beyond is cut off and said. */
export const LOG_LIMITS = {
  lineBytes: 8_388_608,
  fields: 2_048,
  depth: 32,
  /** Values of one name in one record. */
  values: 10_000,
  summaryChars: 400,
} as const;
