/**
 * What readers of evidence give and the event store keeps: one thing that a source says happened.
 * The recorded time is never changed; the aligned time is computed from it when rows are read.
 */

/** Names as their source has them, in its order. Several values of one name are a list. No prototype. */
export type EventFields = Readonly<Record<string, string | readonly string[]>>;

/** For lanes, colours and filters; `other` where the source does not say. */
export const EVENT_KINDS = [
  'process',
  'logon',
  'network',
  'dns',
  'http',
  'tls',
  'file',
  'registry',
  'service',
  'account',
  'policy',
  'script',
  'detection',
  'log',
  'other',
] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

export interface EvidenceEvent {
  /** As recorded: ms since 1970 UTC, cut off. Null where the source has no time that can be read. */
  readonly timeMs: number | null;
  /** What is beyond the ms: 0 to 999,999 ns. */
  readonly timeNanos: number;
  readonly kind: EventKind;
  readonly host: string | null;
  readonly user: string | null;
  /** Who wrote it: a channel, a program, a protocol. */
  readonly provider: string | null;
  /** The source's own number or name of this sort of event. */
  readonly code: string | null;
  /** One line for people; attackers write parts of it. */
  readonly summary: string;
  readonly fields: EventFields;
  /** Bytes from the start of the file to the record; null where it has no such place. */
  readonly offset: number | null;
  /** The source's own number of the record: EventRecordID, a line, a frame. */
  readonly record: string | null;
}
