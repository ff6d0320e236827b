import type { AlertStatus, TimeBasis } from '../../../../shared/areas/alerts/alerts.contract.ts';
import type { Verdict } from '../../../../shared/areas/alerts/dispositions.rules.ts';
import type { ImportFormat } from '../../../../shared/areas/alerts/imports.contract.ts';
import type { Severity } from '../../../../shared/kernel/severity.ts';

/**
 * An alert as a file told it. Texts follow the rules of `text.ts` (no NUL, no lone surrogates, cut
 * on code points); what was cut or replaced lives on in the raw record. `createdAt` is ISO 8601 UTC
 * with milliseconds.
 */
export interface ImportedAlert {
  title: string;
  description: string;
  severity: Severity;
  source: string;
  sourceHost: string | null;
  sourceUser: string | null;
  sourceIp: string | null;
  destIp: string | null;
  detector: string | null;
  category: string | null;
  techniques: readonly string[];
  createdAt: string;
  timeBasis: TimeBasis;
  own: OwnRecord | null;
}

/**
 * What only our own export carries, so that export and import lose nothing. `importId` is not
 * restored: it names an import of another workspace. `raw` is the record that the first source
 * wrote, null for alerts made by hand; `fingerprint` is the one under which it was first stored.
 */
export interface OwnRecord {
  id: string;
  status: AlertStatus;
  aiInvestigation: unknown;
  assignedTo: string | null;
  escalated: boolean;
  falsePositive: boolean;
  verdict: Verdict | null;
  reasonCode: string | null;
  closingNote: string | null;
  closingEvidence: readonly string[];
  closedBy: string | null;
  receivedAt: string;
  updatedAt: string;
  resolvedAt: string | null;
  firstActionAt: string | null;
  raw: { format: ImportFormat; bytes: Uint8Array } | null;
  fingerprint: Uint8Array;
}

/**
 * What the sink stores. `raw` is a view into the chunk that was read: copy or store it before
 * returning from `write`, do not keep it. `raw` and `rawFormat` are null only for an alert that
 * was made by hand, exported and imported again. `fingerprint` has 16 bytes.
 */
export interface PreparedAlert extends ImportedAlert {
  raw: Uint8Array | null;
  rawFormat: ImportFormat | null;
  fingerprint: Uint8Array;
}

export interface AlertSink {
  /** Writes one batch (at most 250) in one short transaction; a known fingerprint is merged. */
  write(batch: readonly PreparedAlert[]): { added: number; merged: number };
  /** Resolves when the next batch may come; a sink that is slower than the reader bounds memory so. */
  ready?(): Promise<void>;
}

/** What a format makes of one record. `skipped` is valid but no alert; its reason is a plural noun phrase. */
export type ParseOutcome =
  | { readonly type: 'alert'; readonly alert: ImportedAlert }
  | { readonly type: 'skipped'; readonly reason: string }
  | { readonly type: 'rejected'; readonly reason: string };

/** One record of a file, verbatim, without the white space around it. `fields` are its cells (CSV). */
export interface SourceRecord {
  readonly type: 'record';
  readonly line: number;
  readonly bytes: Buffer;
  readonly fields: readonly string[] | null;
}

/** A stretch of the file that is no record: too long, cut off, not closed. */
export interface BrokenRecord {
  readonly type: 'broken';
  readonly line: number;
  readonly reason: string;
  readonly excerpt: string;
}

/** The first row of a CSV file: its names, not a record. */
export interface HeaderRecord {
  readonly type: 'header';
  readonly line: number;
  readonly fields: readonly string[];
}

export type ReadRecord = SourceRecord | BrokenRecord | HeaderRecord;

/** Splits chunks into records. Drain what `push` gives before the next call; memory stays bounded. */
export interface RecordReader {
  push(chunk: Buffer): Iterable<ReadRecord>;
  end(): Iterable<ReadRecord>;
}

/** Longest record that is read; a longer one is rejected without being kept in memory. */
export const MAX_RECORD_BYTES = 16 * 1024 * 1024;
