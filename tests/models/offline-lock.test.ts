/** While the workspace is isolated no name is looked up and no connection is opened, whatever the address. */
import dns from 'node:dns';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import net from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import { createModelTransport } from '../../src/main/areas/models/model-transport.ts';
import { createOfflineLock } from '../../src/main/areas/models/offline-lock.ts';
import { openTestEgress } from '../helpers/open-test-egress.ts';

afterEach(() => vi.restoreAllMocks());

function transport(isLocked: boolean) {
  const { assertMayCall } = createOfflineLock({ isLocked: () => isLocked });
  const send = createModelTransport({ assertMayCall, egress: openTestEgress(() => isLocked) });
  return (address: string) =>
    send({
      ...{ method: 'GET' as const, address, headers: {}, body: null },
      signal: AbortSignal.timeout(3000),
      times: { beginMs: 1000, idleMs: 1000 },
      limits: { maxBytes: 10_000, maxLineBytes: 10_000 },
    });
}

it('[MO57] opens no socket and asks no DNS beyond this machine', async () => {
  const lookup = vi.spyOn(dns, 'lookup');
  const connect = vi.spyOn(net.Socket.prototype, 'connect');
  const call = transport(true);
  for (const address of [
    'https://models.example/v1',
    'http://10.0.0.9/v1',
    'http://foo.localhost/',
  ])
    await expect(call(address)).rejects.toMatchObject({ kind: 'offline-lock' });
  expect(lookup).not.toHaveBeenCalled();
  expect(connect).not.toHaveBeenCalled();
});

it('[MO57] still reaches a model on this machine, without looking localhost up', async () => {
  let reached = 0;
  const server = createServer((_request, response) => {
    reached += 1;
    response.end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const lookup = vi.spyOn(dns, 'lookup');
  const { port } = server.address() as AddressInfo;
  const answer = await transport(true)(`http://localhost:${port}/v1`);
  expect(answer.status).toBe(200);
  expect(reached).toBe(1);
  expect(lookup).not.toHaveBeenCalled();
  server.closeAllConnections();
  server.close();
});
