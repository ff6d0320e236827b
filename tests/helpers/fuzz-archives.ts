/** Damaged archives through intake: whatever they are, there is a receipt, in time. */
import { gzipSync } from 'node:zlib';
import { PasswordNeeded } from '../../src/main/areas/forensics/intake/archive.types.ts';
import { cpuClock } from './cpu-time.ts';
import { lines, runIntake } from './intake-run.ts';
import { bzip2OfLines, makeTar, makeZip } from './make-archives.ts';
import { createRandom } from './random.ts';

const MIB = 1024 * 1024;

/** @returns ms of processor time of the slowest. */
export async function fuzzArchives(count: number): Promise<number> {
  const random = createRandom(8);
  const zip = makeZip([
    { name: 'a.log', content: lines('a', 'b') },
    { name: 'b.zip', content: makeZip([{ name: 'c.log', content: lines('c') }]) },
    { name: 'p.log', content: lines('p'), password: 'x', encryption: 'aes' },
  ]);
  const tar = makeTar([
    { name: 'a.log', content: lines('a', 'b') },
    { name: 'l', type: 'SymbolicLink', target: 'a' },
    { name: 'z.gz', content: gzipSync(lines('g')) },
    { name: 'y.bz2', content: bzip2OfLines() },
  ]);
  const limits = { expandedBytes: 32 * MIB, ratioFrom: 8 * MIB };
  let slowest = 0;
  for (let n = 0; n < count; n++) {
    const mutant = Buffer.from([zip, tar, gzipSync(tar), bzip2OfLines()][n % 4] ?? zip);
    for (let k = 0; k <= n % 5; k++) mutant[random.below(mutant.length)] = random.below(256);
    const cut = n % 7 === 0 ? random.below(mutant.length) : mutant.length;
    const spent = cpuClock();
    await runIntake('x', mutant.subarray(0, cut), { passwords: ['x'], limits }).catch((error) => {
      if (!(error instanceof PasswordNeeded)) throw error;
    });
    slowest = Math.max(slowest, spent());
  }
  return slowest;
}
