/** Runs a reader of evidence over bytes, as intake does. */

import type {
  EvidenceReader,
  ReaderProblem,
} from '../../src/main/areas/forensics/readers/reader.types.ts';
import type { EvidenceEvent } from '../../src/shared/areas/forensics/events/event.types.ts';

export interface ReadEvidence {
  readonly events: readonly EvidenceEvent[];
  readonly problems: readonly ReaderProblem[];
  readonly facts: Readonly<Record<string, unknown>>;
  readonly inner: readonly { readonly name: string; readonly bytes: Buffer }[];
  readonly reached: number;
}

export interface ReadingOptions {
  /** Bytes of a piece. */
  readonly chunk?: number;
  readonly name?: string;
  readonly takenAt?: number;
  readonly signal?: AbortSignal;
}

/** 2026-03-01, noon. */
const TAKEN_AT = Date.UTC(2026, 2, 1, 12);

export async function readEvidence(
  reader: EvidenceReader,
  content: Uint8Array | string,
  options: ReadingOptions = {},
): Promise<ReadEvidence> {
  const bytes = typeof content === 'string' ? Buffer.from(content) : Buffer.from(content);
  const { chunk = 65_536, name = 'file', takenAt = TAKEN_AT } = options;
  const events: EvidenceEvent[] = [];
  const problems: ReaderProblem[] = [];
  const facts: Record<string, unknown> = {};
  const inner: { name: string; bytes: Buffer }[] = [];
  let reached = 0;
  await reader.read(
    {
      name,
      size: bytes.length,
      takenAt,
      signal: options.signal ?? new AbortController().signal,
      async *bytes() {
        for (let at = 0; at < bytes.length; at += chunk) yield bytes.subarray(at, at + chunk);
      },
      random: () => ({
        size: bytes.length,
        read: (offset, into) =>
          bytes.copy(into, 0, offset, Math.min(offset + into.length, bytes.length)),
        close() {},
      }),
    },
    {
      async events(batch) {
        events.push(...batch);
      },
      problem: (problem) => void problems.push(problem),
      reached(count) {
        reached = count;
      },
      fact(key, value) {
        facts[key] = value;
      },
      async inner(innerName, content) {
        const parts: Uint8Array[] = [];
        for await (const part of content) parts.push(part);
        inner.push({ name: innerName, bytes: Buffer.concat(parts) });
      },
    },
  );
  return { events, problems, facts, inner, reached };
}
