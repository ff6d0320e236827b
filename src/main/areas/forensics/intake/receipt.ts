/** Counts what is read of one file, and says it at the end. Bounded, whatever the readers say. */
import type {
  Receipt,
  ReceiptMember,
} from '../../../../shared/areas/forensics/intake/intake.contract.ts';
import { INTAKE_LIMITS as LIMITS } from '../../../../shared/areas/forensics/intake/intake.rules.ts';
import { toIso } from '../../../../shared/kernel/time.ts';
import type { EvidenceReader, ReaderProblem } from '../readers/reader.types.ts';

const WORDS_MAX = 300;
const NOTES_MAX = 40;
const OTHER = 'further kinds of problems';
/** What a date can say. */
const TIME_MAX = 8.64e15;

export interface ReceiptMaker {
  readonly hasLosses: boolean;
  readonly events: number;
  counted(timeMs: number | null): void;
  /** Events of a file inside: their times widen its own. */
  include(inner: ReceiptMaker): void;
  /** Recorded times, ms; infinite where there is none. */
  readonly span: readonly [first: number, last: number];
  problem(problem: ReaderProblem): void;
  note(sentence: string): void;
  fact(name: string, value: unknown): void;
  member(member: ReceiptMember): void;
  reader(reader: EvidenceReader): void;
  done(): Receipt;
}

export function createReceipt(): ReceiptMaker {
  const begun = performance.now();
  const problems = new Map<string, { count: number; places: string[]; isLoss: boolean }>();
  const notes = new Set<string>();
  const facts: { name: string; value: unknown }[] = [];
  const members: ReceiptMember[] = [];
  const readers: Receipt['readers'] = [];
  let [memberCount, factBytes, events] = [0, 0, 0];
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  let hasLosses = false;

  const note = (sentence: string) => {
    if (notes.size < NOTES_MAX) notes.add(sentence.slice(0, WORDS_MAX));
  };

  return {
    get hasLosses() {
      return hasLosses;
    },
    get events() {
      return events;
    },
    get span() {
      return [first, last] as const;
    },
    include({ span }) {
      first = Math.min(first, span[0]);
      last = Math.max(last, span[1]);
    },
    note,
    counted(timeMs) {
      events++;
      if (timeMs === null) return;
      if (timeMs < first) first = timeMs;
      if (timeMs > last) last = timeMs;
    },
    problem({ what, where, isLoss }) {
      hasLosses ||= isLoss;
      const words = what.slice(0, WORDS_MAX);
      const key = problems.has(words) || problems.size < LIMITS.problemKinds ? words : OTHER;
      const known = problems.get(key) ?? { count: 0, places: [], isLoss };
      known.count++;
      known.isLoss ||= isLoss;
      if (where !== null && known.places.length < LIMITS.places)
        known.places.push(where.slice(0, WORDS_MAX));
      problems.set(key, known);
    },
    fact(name, value) {
      const text = JSON.stringify(value) ?? 'null';
      factBytes += text.length + name.length;
      if (factBytes > LIMITS.factBytes) {
        note('More was found than a receipt holds; the first facts are kept.');
        return;
      }
      // As it will be read again, without what JSON has no word for.
      facts.push({ name: name.slice(0, WORDS_MAX), value: JSON.parse(text) as unknown });
    },
    member(member) {
      memberCount++;
      if (members.length < LIMITS.namedMembers) members.push(member);
    },
    reader: ({ id, label, version }) => void readers.push({ id, label, version }),
    done: () => ({
      read: events,
      kept: events,
      problems: [...problems].map(([what, found]) => ({ what, ...found })),
      notes: [...notes],
      from: Math.abs(first) <= TIME_MAX ? toIso(first) : null,
      to: Math.abs(last) <= TIME_MAX ? toIso(last) : null,
      facts,
      members,
      memberCount,
      readers,
      ms: Math.round(performance.now() - begun),
    }),
  };
}
