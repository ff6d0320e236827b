/** Every way out that Node has, tried in a process of its own, with a sink that counts what arrives. */
import { execFile } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';

const run = promisify(execFile);
const arrived = { connections: 0, datagrams: 0 };
const tcp = createServer((socket) => {
  arrived.connections += 1;
  socket.on('error', () => {});
  socket.destroy();
});
const udp = createSocket('udp4', () => {
  arrived.datagrams += 1;
});

beforeAll(async () => {
  await new Promise<void>((done) => tcp.listen(0, '127.0.0.1', done));
  await new Promise<void>((done) => udp.bind(0, '127.0.0.1', done));
});
afterAll(() => {
  tcp.close();
  udp.close();
});

interface Tried {
  readonly results: Readonly<Record<string, string>>;
  readonly heard: readonly string[];
}

async function tryAll(...how: readonly string[]): Promise<Tried> {
  Object.assign(arrived, { connections: 0, datagrams: 0 });
  const { port } = tcp.address() as { port: number };
  const child = join(import.meta.dirname, 'ways.child.ts');
  const args = [child, String(port), String(udp.address().port), ...how];
  const { stdout } = await run(process.execPath, ['--no-warnings', ...args]);
  return JSON.parse(stdout) as Tried;
}

it('[IS6] the ways do lead to the sink where nothing guards them', async () => {
  const { heard } = await tryAll('open', 'connected');
  expect(arrived.connections).toBeGreaterThanOrEqual(13);
  expect(arrived.datagrams).toBeGreaterThanOrEqual(5);
  expect(heard).toEqual([]);
});

it.each(['isolated', 'connected'])('[IS6] no way but the port leads out (%s)', async (state) => {
  const { results, heard } = await tryAll('guarded', state);
  expect(arrived).toEqual({ connections: 0, datagrams: 0 });
  const past = Object.entries(results).filter(
    ([, result]) => !/^(?:EgressFailure|Error|error)$/.test(result),
  );
  expect(past).toEqual([]);
  expect(Object.keys(results)).toHaveLength(21);
  // Each is heard of, but for threads, whose own way is shut.
  expect(heard.length).toBeGreaterThanOrEqual(20);
});
