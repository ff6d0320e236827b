/** The forensic tools over the API: checked once, again when asked, and run where an administrator says. */
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type ToolsState,
  toolsSchema,
} from '../../src/shared/areas/forensics/tools/tools.contract.ts';
import { bring, readSession, sessionAt, untilRead } from '../helpers/intake-calls.ts';
import { startInvestigation } from '../helpers/investigation-calls.ts';
import { openTestApp, type TestApp } from '../helpers/open-test-app.ts';

let app: TestApp;
let folder: string;

beforeAll(async () => {
  app = await openTestApp({ as: 'Administrator' });
  folder = mkdtempSync(join(tmpdir(), 'watchfloor-tool-'));
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

const stateOf = async (response: Response): Promise<ToolsState> => {
  expect(response.status).toBe(200);
  return toolsSchema.parse(await response.json());
};
const state = async () => stateOf(await app.request('GET', '/api/forensics/tools'));
const settled = async () => {
  let last = await state();
  await expect
    .poll(
      async () => {
        last = await state();
        return last.check.state;
      },
      { timeout: 40_000, interval: 200 },
    )
    .not.toBe('running');
  return last;
};
const programOf = ({ families }: ToolsState, id: string) =>
  families.flatMap(({ programs }) => programs).find((one) => one.id === id);

test('[FT22] the first view begins the check; five families are connected, the sixth reads exports', async () => {
  const first = await state();
  expect(first.check.state).toBe('running');
  expect(first.families.map(({ id }) => id)).toEqual([
    'memory',
    'disk',
    'network',
    'malware',
    'log',
    'siem',
  ]);
  const done = await settled();
  expect(done.check).toMatchObject({ state: 'done', problem: null });
  expect(
    done.families.flatMap(({ readers }) => readers).filter(({ problem }) => problem !== null),
  ).toEqual([]);
  expect(done.families.map((family) => family.state)).toEqual(Array(6).fill('connected'));
  expect(programOf(done, 'volatility3')).toMatchObject({
    version: null,
    problem: 'Not found on this machine',
  });
  expect((await state()).check).toEqual(done.check);
});

test('[FT23] a program is run where an administrator says, and nothing that is called otherwise', async () => {
  const path = join(folder, 'vol');
  writeFileSync(path, "#!/bin/sh\necho 'Volatility 3 Framework 2.7.0'\n");
  chmodSync(path, 0o755);
  const put = (program: string, value: unknown) =>
    app.request('PUT', `/api/forensics/tools/${program}/path`, { body: { path: value } });
  for (const [value, message] of [
    ['vol', 'The path must be absolute'],
    ['/bin/sh', 'The program must be called vol, vol.py, volatility3'],
    ['', 'A path is required'],
  ] as const) {
    const response = await put('volatility3', value);
    expect(response.status).toBe(400);
    expect(((await response.json()) as { message: string }).message).toContain(message);
  }
  expect((await put('sh', '/bin/sh')).status).toBe(404);
  expect(programOf(await stateOf(await put('volatility3', path)), 'volatility3')?.chosenPath).toBe(
    path,
  );
  expect(programOf(await settled(), 'volatility3')).toMatchObject({ version: '2.7.0', path });
  await stateOf(await put('volatility3', null));
  expect(programOf(await settled(), 'volatility3')).toMatchObject({
    version: null,
    chosenPath: null,
  });
  const again = await app.request('POST', '/api/forensics/tools/check');
  expect((await stateOf(again)).check.state).toBe('running');
  await settled();
});

test('[FT12] a file is read with a program of the machine: events, receipt, and a cancel that ends it', async () => {
  const path = join(folder, 'vol');
  const row =
    '[{"PID":4,"PPID":0,"ImageFileName":"System","CreateTime":"2021-04-30T12:39:40+00:00","__children":[]}]';
  const script = (wait: string) =>
    `#!/bin/sh\nif [ "$1" = -h ]; then echo 'Volatility 3 Framework 2.7.0'; exit; fi\n${wait}\nif [ "$6" = windows.pslist ]; then echo '${row}'; else echo '[]'; fi\n`;
  writeFileSync(path, script(''));
  chmodSync(path, 0o755);
  const put = await app.request('PUT', '/api/forensics/tools/volatility3/path', { body: { path } });
  expect(put.status).toBe(200);
  await settled();
  const { id } = await startInvestigation(app, { incidentId: 'INC-1' });
  const brought = await untilRead(
    app,
    (await bring(app, id, '-rf $(x).mem', Buffer.from('a memory image'))).id,
  );
  const readAs = async () => {
    const body = { readers: ['volatility3'] };
    const response = await app.request('POST', sessionAt(brought.id, '/read-as'), { body });
    expect(response.status).toBe(200);
  };
  await readAs();
  const read = await untilRead(app, brought.id);
  expect(read).toMatchObject({ status: 'COMPLETED', events: 1, toolType: 'memory' });
  const fact = (name: string) => read.receipt?.facts.find((one) => one.name === name)?.value;
  expect(fact('tool')).toEqual({ name: 'Volatility 3', version: '2.7.0', path });
  expect(JSON.stringify(fact('commands'))).toContain('evidence windows.malfind');
  const folders = () => readdirSync(join(app.dataDir, 'tool-runs'));
  expect(folders()).toEqual([]);
  writeFileSync(path, script(`echo $$ > '${folder}/pid'; sleep 600`));
  await readAs();
  await expect.poll(() => existsSync(join(folder, 'pid')), { timeout: 20_000 }).toBe(true);
  const asked = performance.now();
  await app.request('POST', sessionAt(brought.id, '/cancel'));
  await expect
    .poll(async () => (await readSession(app, brought.id)).status, {
      timeout: 20_000,
      interval: 50,
    })
    .toBe('CANCELLED');
  await expect.poll(folders, { timeout: 5_000 }).toEqual([]);
  expect(performance.now() - asked).toBeLessThan(10_000);
  const pid = Number(readFileSync(join(folder, 'pid'), 'utf8'));
  expect(() => process.kill(pid, 0)).toThrow();
});
