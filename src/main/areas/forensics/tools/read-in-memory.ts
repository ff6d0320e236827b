/** Runs a reader over bytes in memory: for the self-tests, and for tests. */
import type { EvidenceEvent } from '../../../../shared/areas/forensics/events/event.types.ts';
import type { EvidenceReader, ReaderInput, ReaderProblem } from '../readers/reader.types.ts';

export interface ReadInMemory {
  readonly events: readonly EvidenceEvent[];
  readonly problems: readonly ReaderProblem[];
  readonly facts: Readonly<Record<string, unknown>>;
  readonly inner: readonly { readonly name: string; readonly size: number }[];
}

const PIECE = 65_536;
/** 2026-01-01. */
const TAKEN_AT = 1_767_225_600_000;

export function memoryInput(bytes: Uint8Array, name: string, signal?: AbortSignal): ReaderInput {
  const stop = signal ?? new AbortController().signal;
  return {
    ...{ name, size: bytes.byteLength, signal: stop, takenAt: TAKEN_AT },
    async *bytes() {
      for (let at = 0; at < bytes.byteLength; at += PIECE) {
        stop.throwIfAborted();
        yield bytes.slice(at, at + PIECE);
      }
    },
    random: () => ({
      size: bytes.byteLength,
      read(offset, into) {
        const part = bytes.subarray(offset, offset + into.byteLength);
        into.set(part);
        return part.byteLength;
      },
      close() {},
    }),
  };
}

export async function readInMemory(
  reader: EvidenceReader,
  bytes: Uint8Array,
  name: string,
): Promise<ReadInMemory> {
  const [events, problems]: [EvidenceEvent[], ReaderProblem[]] = [[], []];
  const facts: Record<string, unknown> = {};
  const inner: { name: string; size: number }[] = [];
  await reader.read(memoryInput(bytes, name), {
    async events(batch) {
      for (const event of batch) events.push(event);
    },
    problem: (problem) => void problems.push(problem),
    reached: () => {},
    fact: (key, value) => {
      facts[key] = value;
    },
    async inner(innerName, source) {
      let size = 0;
      for await (const part of source) size += part.byteLength;
      inner.push({ name: innerName, size });
    },
  });
  return { events, problems, facts, inner };
}
