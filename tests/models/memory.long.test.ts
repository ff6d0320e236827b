/** How far the memory of a process grows that asks a model without end, measured from outside of this one. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { startMockModel } from '../helpers/mock-model/mock-model.ts';
import type { Step } from '../helpers/mock-model/steps.ts';
import { REPOSITORY } from '../helpers/open-test-app.ts';

const run = promisify(execFile);
const PIECE = 'again and again, '.repeat(240);

it.each([
  ['an endless answer', { fault: 'endless' }, 'too-large'],
  ['a line of 10 MB', { fault: 'huge-line' }, 'too-large'],
  [
    'an answer of 10 MB in pieces',
    { text: '', pieces: Array.from({ length: 2_600 }, () => PIECE) },
    'too-large',
  ],
  ['a gzip bomb of 200 MB', { fault: 'gzip-bomb' }, 'not-json'],
] satisfies [string, Step, string][])(
  '[MO3] %s does not grow a process by 100 MB',
  { timeout: 60_000 },
  async (_name, step, kind) => {
    const mock = await startMockModel();
    mock.always(step);
    mock.script({ text: 'Well.' });
    const child = join(REPOSITORY, 'tests', 'models', 'memory.child.ts');
    const { stdout } = await run(process.execPath, [child, mock.baseUrl]);
    const { ended, grownMiB } = JSON.parse(stdout) as { ended: string; grownMiB: number };
    expect(ended).toBe(kind);
    expect(grownMiB).toBeLessThan(100);
    await mock.close();
  },
);
