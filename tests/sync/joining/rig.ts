/** Connections of the product to a real PostgreSQL, with the ledger and the switch in the hand. */
import { chownSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { connectPostgres } from '../../../src/main/areas/sync/joining/connect-postgres.ts';
import type { Credentials } from '../../../src/main/areas/sync/joining/joining.types.ts';
import { SyncFailure } from '../../../src/main/areas/sync/sync-server.port.ts';
import { createDial } from '../../../src/main/platform/egress/dial.ts';
import type { EgressEnd } from '../../../src/main/platform/egress/ledger.types.ts';
import { type PostgresLogin, query, type TestCluster } from '../../helpers/postgres.ts';

const REASON = { purpose: 'sync', subject: 'workspace', why: 'a test' } as const;

export function openWay() {
  const entries: ({ origin: string } & Partial<EgressEnd>)[] = [];
  const listeners = new Set<() => void>();
  const state = { isIsolated: false };
  const dial = createDial({
    isolation: {
      isIsolated: () => state.isIsolated,
      allowsLocalModel: () => true,
      onChange(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    ledger: {
      begin(_reason, origin) {
        const entry = { origin };
        entries.push(entry);
        return (end) => Object.assign(entry, end);
      },
    },
  });
  return {
    entries,
    dial,
    connect: (credentials: Credentials, more: { connectMs?: number } = {}) =>
      connectPostgres(credentials, { dial, reason: REASON, ...more }),
    isolate() {
      state.isIsolated = true;
      for (const listener of listeners) listener();
    },
  };
}

/** With the cluster's own authority where it speaks TLS, unless the test has another. */
export function credentialsOf(
  { host, port, database, user, password, ca }: PostgresLogin,
  authority: string | null = ca,
): Credentials {
  const tls = ca === null ? null : { authority };
  return { address: { host, port, database, tls }, login: user, password };
}

export async function failureOf(work: Promise<unknown>): Promise<SyncFailure> {
  const error: unknown = await work.then(
    () => new Error('it worked'),
    (reason: unknown) => reason,
  );
  if (error instanceof SyncFailure) return error;
  throw error;
}

/** As an administrator does it: files, then a reload, without ending what is connected. */
export async function replaceCertificate(
  cluster: TestCluster,
  { cert, key }: { readonly cert: string; readonly key: string },
): Promise<void> {
  const data = join(cluster.folder, 'data');
  const { uid, gid } = statSync(data);
  for (const [name, text] of Object.entries({ 'server.crt': cert, 'server.key': key })) {
    writeFileSync(join(data, name), text, { mode: 0o600 });
    chownSync(join(data, name), uid, gid);
  }
  await query({ ...cluster.superuser(), ca: null }, 'SELECT pg_reload_conf()');
  // The reload reaches the first process by a signal.
  await new Promise((done) => setTimeout(done, 300));
}
