/**
 * Self-tests of the readers: each reads a small sample that is made here, in code, and must give back
 * what was put in. They are run, not assumed: a family is 'connected' where its readers passed.
 */
import type { FamilyId } from '../../../../shared/areas/forensics/tools/families.ts';
import type { EvidenceReader } from '../readers/reader.types.ts';
import { type ReadInMemory, readInMemory } from './read-in-memory.ts';

export interface Sample {
  readonly readerId: string;
  /** Where it counts; else the reader's own family. */
  readonly family?: FamilyId;
  /** Of the sort of file, where a reader has several samples. */
  readonly about?: string;
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Whether the reader must know it for its own by its bytes. */
  readonly isRecognised?: boolean;
  readonly events: number;
  /** JSON of these holds each of the texts, in whatever field. */
  readonly holds: readonly string[];
  /** Of the first event that has one, ms. */
  readonly timeMs?: number;
}

export interface SelfTest {
  readonly readerId: string;
  readonly label: string;
  readonly version: string;
  readonly family: FamilyId;
  /** Null: there is no sample for it. */
  readonly isPassed: boolean | null;
  readonly problem: string | null;
}

const HEAD_BYTES = 65_536;

export async function selfTest(
  readers: readonly EvidenceReader[],
  samples: readonly Sample[],
  signal: AbortSignal,
): Promise<SelfTest[]> {
  const results: SelfTest[] = [];
  for (const reader of readers) {
    signal.throwIfAborted();
    const own = samples.filter(({ readerId }) => readerId === reader.id);
    const families = new Set<FamilyId>([reader.family, ...own.flatMap((one) => one.family ?? [])]);
    for (const family of families) {
      const ofFamily = own.filter((one) => (one.family ?? reader.family) === family);
      results.push({
        ...{ readerId: reader.id, label: reader.label, version: reader.version, family },
        ...(await triedAll(reader, ofFamily)),
      });
    }
  }
  return results;
}

async function triedAll(reader: EvidenceReader, samples: readonly Sample[]) {
  const problems: string[] = [];
  for (const sample of samples) {
    const problem = await tried(reader, sample);
    if (problem !== null)
      problems.push(sample.about === undefined ? problem : `${sample.about}: ${problem}`);
  }
  return {
    isPassed: samples.length === 0 ? null : problems.length === 0,
    problem: problems.length === 0 ? null : problems.join('; '),
  };
}

async function tried(reader: EvidenceReader, sample: Sample): Promise<string | null> {
  try {
    const sureness = reader.recognise(sample.bytes.subarray(0, HEAD_BYTES), sample.name);
    if (sample.isRecognised !== false && sureness <= 0) return 'it did not recognise its sample';
    return differs(sample, await readInMemory(reader, sample.bytes, sample.name));
  } catch (error) {
    return error instanceof Error ? error.message.slice(0, 300) : 'it failed';
  }
}

function differs(sample: Sample, { events, problems, facts }: ReadInMemory): string | null {
  const loss = problems.find(({ isLoss }) => isLoss);
  if (loss) return `it could not read all of its sample: ${loss.what}`;
  if (events.length !== sample.events)
    return `${events.length} events where ${sample.events} were put in`;
  const text = JSON.stringify([events, facts]);
  const missing = sample.holds.find((part) => !text.includes(JSON.stringify(part).slice(1, -1)));
  if (missing !== undefined) return `'${missing}' is missing from what it read`;
  const first = events.find(({ timeMs }) => timeMs !== null)?.timeMs;
  return sample.timeMs !== undefined && first !== sample.timeMs
    ? `the time is ${first ?? 'missing'} where ${sample.timeMs} was put in`
    : null;
}
