import { describe, expect, test } from 'vitest';
import { importBytes, readFixture } from '../../../../../tests/helpers/import-file.ts';
import { alertSchema } from '../../../../shared/areas/alerts/alerts.contract.ts';
import type {
  ImportFormat,
  ImportMapping,
} from '../../../../shared/areas/alerts/imports.contract.ts';
import { AppError } from '../../../../shared/contract/errors.ts';
import { createCsvReader } from './csv-reader.ts';
import type { ReadRecord, RecordReader } from './imported-alert.ts';
import { createJsonReader } from './json-reader.ts';
import { createLineReader } from './line-reader.ts';
import { previewImport } from './preview.ts';

/** `FUZZ_SEED=n` and `FUZZ_ROUNDS=n` run others; a failure names its seed. */
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_120);
const ROUNDS = Number(process.env.FUZZ_ROUNDS ?? 400);

function createRandom(seed: number): (limit: number) => number {
  let state = seed >>> 0;
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 4_294_967_296) * limit);
  };
}

const SCRAPS = [
  '"',
  '\\',
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  '\n',
  '\r\n',
  '\0',
  ';',
  '\t',
  'null',
  '-',
  '1e999',
  '[**]',
  '\\u0000',
  '\\ud800',
  '{"a":',
  '[[[[',
  '""',
  '"""',
  ' ',
  '\ufeff',
  '2026-01-01',
  '[]',
  '{}',
  'true',
  '{"event_type":"alert","alert":',
  '{"hits":{"hits":[',
  '"alerts":[{',
  '"_source":',
  '\xff\xfe',
].map((scrap) => Buffer.from(scrap, 'latin1'));

/** One to four changes: a byte flipped, a stretch lost, doubled or moved, a scrap put in. */
function mutate(bytes: Buffer, below: (limit: number) => number): Buffer {
  let mutant = Buffer.from(bytes);
  for (let change = 1 + below(4); change > 0; change--) {
    const at = below(mutant.length + 1);
    const to = Math.min(mutant.length, at + below(60));
    const kind = below(9) % 5;
    const head = mutant.subarray(0, at);
    if (kind === 0 && at < mutant.length) mutant[at] = below(256);
    else if (kind === 1) mutant = Buffer.concat([head, mutant.subarray(to)]);
    else if (kind === 2)
      mutant = Buffer.concat([head, mutant.subarray(at, to), mutant.subarray(at)]);
    else if (kind === 3)
      mutant = Buffer.concat([head, SCRAPS[below(SCRAPS.length)] ?? head, mutant.subarray(at)]);
    else mutant = Buffer.concat([mutant.subarray(at, to), head, mutant.subarray(to)]);
  }
  return mutant;
}

const mapping: ImportMapping = {
  fields: {
    title: 'name',
    time: 'when',
    severity: 'level',
    detector: 'id',
    description: 'extra',
    sourceIp: 'who.ip',
    techniques: 'tags',
  },
  severities: {},
  defaultSeverity: 'LOW',
  defaultSource: 'x',
};
const table: ImportMapping = { ...mapping, fields: { title: 'Meldung', time: 'Zeit' } };

const TARGETS: readonly (readonly [string, ImportFormat, ImportMapping | undefined])[] = [
  ['suricata-eve.json', 'suricata-eve', undefined],
  ['suricata-fast.log', 'suricata-fast', undefined],
  ['wazuh.json', 'wazuh', undefined],
  ['wrapped.json', 'wazuh', undefined],
  ['elastic-ecs.ndjson', 'elastic-ecs', undefined],
  ['ocsf.ndjson', 'ocsf', undefined],
  ['ocsf-findings.ndjson', 'ocsf', undefined],
  ['sentinel.ndjson', 'sentinel', undefined],
  ['cef.log', 'cef', undefined],
  ['leef.log', 'leef', undefined],
  ['syslog.log', 'syslog', undefined],
  ['zeek-notice.log', 'zeek', undefined],
  ['zeek.json', 'zeek', undefined],
  ['hayabusa.csv', 'hayabusa', undefined],
  ['hayabusa.jsonl', 'hayabusa', undefined],
  ['chainsaw.json', 'chainsaw', undefined],
  ['timesketch.jsonl', 'timesketch', undefined],
  ['thehive.json', 'thehive', undefined],
  ['dfir-iris.json', 'dfir-iris', undefined],
  ['watchfloor.ndjson', 'watchfloor', undefined],
  ['generic-array.json', 'json', mapping],
  ['table.csv', 'csv', table],
];

/** Refusing a whole file is an answer; any other throw is a defect. */
async function orRefusal<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

const stored = alertSchema.pick({
  title: true,
  description: true,
  severity: true,
  source: true,
  timeBasis: true,
  techniques: true,
});

function recordsOf(reader: RecordReader, bytes: Buffer, chunkBytes: number): unknown[] {
  const shown: unknown[] = [];
  const show = (records: Iterable<ReadRecord>) => {
    for (const record of records) {
      const text = record.type === 'record' ? record.bytes.toString('latin1') : record.type;
      const fields = record.type === 'broken' ? [record.reason, record.excerpt] : record.fields;
      shown.push([record.line, text, fields]);
    }
  };
  for (let at = 0; at < bytes.length; at += chunkBytes) {
    show(reader.push(bytes.subarray(at, at + chunkBytes)));
  }
  show(reader.end());
  return shown;
}

describe('[IM19] mutants of files', () => {
  test.each(TARGETS)(
    '%s: nothing throws, every record is counted, texts can be stored',
    async (file, format, map) => {
      const original = readFixture(file);
      let added = 0;
      for (let round = 0; round < ROUNDS; round++) {
        const seed = SEED + round;
        const below = createRandom(seed);
        const mutant = mutate(original, below);
        const options = { mapping: map, chunkBytes: 1 + below(2_000) };
        const withFormat = round % 2 === 0 ? { ...options, format } : options;
        const imported = await orRefusal(importBytes(mutant, withFormat)).catch(
          (cause: unknown) => {
            throw new Error(`seed ${seed}`, { cause });
          },
        );
        if (imported === null) continue;
        const { summary, alerts } = imported;
        const { read, merged, skipped, rejected } = summary;
        expect(read, `seed ${seed}`).toBe(summary.added + merged + skipped + rejected);
        added += summary.added;
        for (const alert of alerts) {
          stored.parse(alert);
          const texts = [
            alert.title,
            alert.description,
            alert.sourceHost,
            alert.sourceUser,
            alert.detector,
          ];
          for (const text of texts) {
            expect(
              text === null || (text.isWellFormed() && !text.includes('\0')),
              `seed ${seed}`,
            ).toBe(true);
          }
          expect(new Date(alert.createdAt).toISOString(), `seed ${seed}`).toBe(alert.createdAt);
          expect(alert.fingerprint.length).toBe(16);
        }
      }
      expect(added).toBeGreaterThan(ROUNDS / 5);
    },
  );

  const READERS: readonly (readonly [string, () => RecordReader])[] = [
    ['lines', () => createLineReader(400)],
    ['JSON', () => createJsonReader(400)],
    ['CSV', () => createCsvReader(';')],
  ];

  test.each(READERS)('%s: where the chunks are cut makes no difference', (_name, createReader) => {
    for (const [file] of TARGETS) {
      const original = readFixture(file);
      for (let round = 0; round < ROUNDS; round++) {
        const seed = SEED * 2 + round;
        const below = createRandom(seed);
        const mutant = mutate(original, below);
        const whole = recordsOf(createReader(), mutant, mutant.length);
        const chunkBytes = 1 + below(round % 2 === 0 ? 10 : 500);
        const pieces = recordsOf(createReader(), mutant, chunkBytes);
        expect(pieces, `${file}, seed ${seed}, chunks of ${chunkBytes}`).toEqual(whole);
      }
    }
  });

  test.each(TARGETS)('%s: a preview of a mutant is a preview', async (file, format, map) => {
    const original = readFixture(file);
    for (let round = 0; round < ROUNDS / 4; round++) {
      const below = createRandom(SEED - round);
      const head = mutate(original, below).subarray(0, 200 + below(3_000));
      const options = { fileName: file, isWhole: round % 2 === 0, now: 0, mapping: map };
      const found = await orRefusal(
        previewImport(head, round % 3 === 0 ? { ...options, format } : options),
      );
      expect(found === null || Array.isArray(found.rows)).toBe(true);
    }
  });
});
