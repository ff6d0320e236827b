import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { loadSigmaPorts } from '../../src/main/areas/forensics/sigma-ports.ts';
import { flattenEvent } from '../../src/shared/areas/forensics/evtx/flatten-event.ts';
import type { SigmaEntry } from '../../src/shared/areas/forensics/sigma/sigma.types.ts';
import { compileSigma, type SigmaSet } from '../../src/shared/areas/forensics/sigma/sigma-set.ts';
import { readLog } from './evtx-reading.ts';
import { readCorpus, SIGMA } from './sigma-reading.ts';

const skip = !existsSync(join(SIGMA, 'rules'));
if (skip) console.log('Skipped against SigmaHQ: ../shared/data/sigma is missing.');

/** What the pack cannot do without values of the workspace. */
const WITHOUT_VALUES = [
  'win_security_adcs_certighost_cdc_chase_request.yml',
  'win_security_adcs_certighost_cert_issued_via_chase.yml',
];

// Skipped where ../shared/data is missing.
describe.skipIf(skip)('the rules of SigmaHQ', () => {
  let corpus: readonly { file: string; entry: SigmaEntry }[];
  let set: SigmaSet;

  beforeAll(async () => {
    corpus = await readCorpus();
    const ready = corpus.flatMap(({ entry }) => (entry.state === 'ready' ? [entry.document] : []));
    set = compileSigma(ready, await loadSigmaPorts());
  });

  test('[SG1] every rule is compiled, or named with its reason', () => {
    expect(corpus).toHaveLength(3_757);
    const left = corpus.filter(({ entry }) => entry.state !== 'ready');
    expect(left.map(({ file }) => basename(file)).sort()).toEqual(WITHOUT_VALUES);
    for (const { entry } of left)
      expect(entry).toMatchObject({
        state: 'unsupported',
        reasons: [expect.stringContaining('the placeholder %known_cdcs% has no values')],
      });
    expect(set.lines).toHaveLength(3_755);
    expect(set.lines.filter(({ state }) => state !== 'ready')).toEqual([]);
    expect(set.rules).toHaveLength(3_755);
  });

  test('[SG20] rules for Windows without a channel say what must be declared', () => {
    const declared = set.lines.filter(
      ({ reach, source }) => reach === 'declared' && source.includes('windows'),
    );
    expect(new Set(declared.map(({ source }) => source))).toEqual(
      new Set(['events imported as windows/file_access', 'events imported as windows/file_rename']),
    );
    expect(declared).toHaveLength(15);
  });

  test('[SG2] 202 of 202 regression tests are found', () => {
    const logs = globSync('regression_data/**/*.evtx', { cwd: SIGMA });
    expect(logs).toHaveLength(202);
    const missed: string[] = [];
    for (const log of logs) {
      const { records } = readLog(readFileSync(join(SIGMA, log)));
      const id = basename(log, '.evtx');
      const found = records.filter(({ event }) =>
        set.match(flattenEvent(event)).some(({ info }) => info.id === id),
      );
      if (found.length < statedCount(log)) missed.push(`${log}: ${found.length}`);
    }
    expect(missed).toEqual([]);
  });
});

/** At least one. */
function statedCount(log: string): number {
  const info = readFileSync(join(SIGMA, log, '..', 'info.yml'), 'utf8');
  return Number(/^\s*match_count: (\d+)/m.exec(info)?.[1] ?? 1);
}
