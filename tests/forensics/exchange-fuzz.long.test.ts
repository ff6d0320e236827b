/**
 * Damaged files that people exchange: STIX bundles, CSVs and lists of indicators, warninglists, ZIPs of
 * rules; 20,000 of each by seed (`WATCHFLOOR_FUZZ` multiplies). They end in rows and problems, or are refused in a sentence.
 */
import { expect, test } from 'vitest';
import { readIndicatorsStage } from '../../src/main/areas/forensics/indicators/import-file.stage.ts';
import { readRules } from '../../src/main/areas/forensics/rules/read-rules.ts';
import { collectRuleFiles } from '../../src/main/areas/forensics/rules/rule-files.ts';
import { loadSigmaPorts } from '../../src/main/areas/forensics/sigma-ports.ts';
import { readWarninglist } from '../../src/shared/areas/forensics/indicators/warninglist.ts';
import { AppError } from '../../src/shared/contract/errors.ts';
import { cpuClock } from '../helpers/cpu-time.ts';
import { harmed } from '../helpers/fuzz-reader.ts';
import { createRandom } from '../helpers/random.ts';
import { ruleText, zipOf } from '../helpers/rule-calls.ts';

const MUTANTS = 20_000 * Number(process.env.WATCHFLOOR_FUZZ ?? 1);
const OPTIONS = { timeout: 900_000 };

/** @returns how many were read, not refused. @throws what is no refusal, with the mutant's number. */
async function fuzz(seed: Buffer, work: (bytes: Buffer) => Promise<void> | void): Promise<number> {
  const random = createRandom(20_261_122);
  let read = 0;
  let slowest = 0;
  for (let mutant = 0; mutant < MUTANTS; mutant++) {
    let bytes = Buffer.from(seed);
    for (let harms = 1 + random.below(3); harms > 0 && bytes.length > 0; harms--)
      bytes = Buffer.from(harmed(random, bytes));
    const spent = cpuClock();
    try {
      await work(bytes);
      read++;
    } catch (error) {
      if (!(error instanceof AppError))
        throw new Error(`mutant ${mutant} of seed ${random.seed}`, { cause: error });
    }
    slowest = Math.max(slowest, spent());
  }
  expect(slowest).toBeLessThan(2_000);
  return read;
}

async function* whole(bytes: Buffer) {
  yield bytes;
}

const indicatorsOf = (fileName: string) => async (bytes: Buffer) => {
  let messages = 0;
  await readIndicatorsStage({ fileName }, whole(bytes), async () => {
    messages++;
  });
  expect(messages).toBe(1);
};

const STIX = Buffer.from(
  JSON.stringify({
    type: 'bundle',
    id: 'bundle--1',
    objects: [
      ...[
        "[domain-name:value = 'a.example.com']",
        "[file:hashes.'SHA-256' = 'aa' OR url:value = 'http://b.example.net/']",
      ].map((pattern, n) => ({
        ...{ type: 'indicator', spec_version: '2.1', id: `indicator--${n}`, pattern },
        ...{ pattern_type: 'stix', valid_from: '2026-01-01T00:00:00Z', confidence: 80 },
      })),
      {
        type: 'relationship',
        source_ref: 'indicator--0',
        target_ref: 'indicator--1',
        relationship_type: 'related-to',
      },
    ],
  }),
);

test('[IOC18] 20,000 damaged STIX bundles', OPTIONS, async () => {
  expect(await fuzz(STIX, indicatorsOf('b.json'))).toBeGreaterThan(100);
});

test('[IOC15] 20,000 damaged CSVs', OPTIONS, async () => {
  const rows = Array.from({ length: 30 }, (_, n) => `"192.0.2.${n}",ip,HIGH,"says ""so"", twice"`);
  const csv = Buffer.from(`value,type,severity,description\r\n${rows.join('\r\n')}\r\n`);
  expect(await fuzz(csv, indicatorsOf('c.csv'))).toBeGreaterThan(MUTANTS / 2);
});

test('[IOC14] 20,000 damaged warninglists', OPTIONS, async () => {
  const lists = ['hostname', 'cidr', 'regex', 'string', 'substring'].map((type) => ({
    ...{ name: 'l', description: 'd', version: 3, type, matching_attributes: ['domain'] },
    list: ['fine.example.org', '192.0.2.0/24', '2001:db8::/32', '^a.*b$'],
  }));
  for (const list of lists.slice(0, 2)) {
    const read = await fuzz(Buffer.from(JSON.stringify(list)), (bytes) => {
      let parsed: unknown;
      try {
        parsed = JSON.parse(bytes.toString('utf8'));
      } catch {
        throw new AppError('bad-input', 'no JSON');
      }
      const found = readWarninglist(parsed);
      if (typeof found !== 'string') expect(found.keys.length).toBeLessThan(10_000);
    });
    expect(read).toBeGreaterThan(100);
  }
});

test('[RU2] 20,000 damaged ZIPs of rules', OPTIONS, async () => {
  const files = { 'a.yml': ruleText('11111111-1111-4111-8111-111111111111', 'One', 'wicked') };
  const zip = Buffer.from(await zipOf({ ...files, 'b.tests.json': '[]', 'read.me': 'x' }));
  const sigma = await loadSigmaPorts();
  const read = await fuzz(zip, async (bytes) => {
    const collected = await collectRuleFiles(whole(bytes), 'r.zip');
    await readRules(collected.files, {
      ...{ sigma, pause: async () => {} },
      yara: async () => {
        throw new AppError('bad-input', 'no YARA in this test');
      },
    });
  });
  expect(read).toBeGreaterThan(100);
});

test('[RU2] 20,000 damaged texts of rules', OPTIONS, async () => {
  const text = Buffer.from(ruleText('11111111-1111-4111-8111-111111111111', 'One', 'wicked'));
  const sigma = await loadSigmaPorts();
  const read = await fuzz(text, async (bytes) => {
    await readRules([{ path: 'a.yml', text: bytes.toString('utf8') }], {
      ...{ sigma, pause: async () => {}, yara: async () => [] as never },
    });
  });
  expect(read).toBe(MUTANTS);
});
