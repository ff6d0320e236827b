/** What intake hands to a reader of evidence, and what it takes back. A reader runs in a worker's thread. */
import type { EvidenceEvent } from '../../../../shared/areas/forensics/events/event.types.ts';

/** The six families of tools (specification, /forensics). */
export const TOOL_FAMILIES = ['memory', 'disk', 'network', 'malware', 'log', 'siem'] as const;
export type ToolFamily = (typeof TOOL_FAMILIES)[number];

/** A file by offset, decrypted as it is read. Synchronous: reading is a worker's work. */
export interface RandomBytes {
  /** In bytes. */
  readonly size: number;
  /** Fills `into` from `offset` on; answers how many bytes there were (fewer only at the end). */
  read(offset: number, into: Uint8Array): number;
  close(): void;
}

export interface ReaderInput {
  /** As it was named by whoever brought it; attackers write it. */
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  /** From the start; may be called again. Throws where the job was cancelled. */
  bytes(): AsyncIterable<Uint8Array>;
  random(): RandomBytes;
  readonly signal: AbortSignal;
  /** When it was brought in: what a source leaves out of a time (year, zone) is taken from here. ms. */
  readonly takenAt: number;
}

export interface ReaderProblem {
  /** In words that can be counted: 'a record is cut off'. */
  readonly what: string;
  /** 'offset 4096', 'line 12'; null where it has no place. */
  readonly where: string | null;
  /** Something could not be read. Otherwise it was read all the same. */
  readonly isLoss: boolean;
}

export interface ReaderSink {
  /** Up to some thousands at once; resolves when more may come. */
  events(batch: readonly EvidenceEvent[]): Promise<void>;
  /** Counted by `what`; the first of each kind are kept with their place. */
  problem(problem: ReaderProblem): void;
  /** Bytes of the input that are done with, for the progress. */
  reached(bytes: number): void;
  /** What was found about the file as a whole; JSON, at most 256 KiB in all. */
  fact(name: string, value: unknown): void;
  /** A file inside this one, to be taken in by itself: read at once, in memory, under intake's limits. */
  inner(name: string, bytes: AsyncIterable<Uint8Array>): Promise<void>;
}

export interface EvidenceReader {
  /** In rows and receipts: 'evtx', 'pcap'. */
  readonly id: string;
  /** 'Windows event log (EVTX)'. */
  readonly label: string;
  readonly family: ToolFamily;
  /** Raised where what it gives for the same bytes changes. */
  readonly version: string;
  /**
   * How sure it is from the first bytes (up to 64 KiB) and the name: 0 not mine, 100 certain by a
   * signature, 1 to 99 by its looks. Total over hostile bytes; no allocation that grows with them.
   */
  recognise(head: Uint8Array, name: string): number;
  /** @throws only where nothing at all can be read; all else is a problem in the receipt. */
  read(input: ReaderInput, sink: ReaderSink): Promise<void>;
}
