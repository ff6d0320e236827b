/**
 * What every connector must hold, over real HTTP against a server that follows the vendor's published
 * interface. A connector's own test calls `describeConnector` with how its server is scripted.
 */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ImportTally } from '../../src/main/areas/alerts/import/tally.ts';
import {
  type Connector,
  type ConnectorContext,
  ConnectorFailure,
} from '../../src/main/areas/integrations/connector.types.ts';
import { type ContextOptions, connectorContext } from './connector-context.ts';
import { checkedMap, mutationsOf } from './connector-records.ts';
import { openVendorServer, VENDOR_FAULTS, type VendorServer } from './vendor-server.ts';

export interface ConnectorCase<Settings> {
  readonly connector: Connector<Settings>;
  /** As the form sends them, for a vendor at this origin; without secrets. */
  settings(origin: string): Record<string, unknown>;
  /** Values that stand out in a text: 'not-to-be-seen-1'. */
  readonly secrets: Readonly<Record<string, string>>;
  /**
   * Scripts the server: answers these records (and what is added to the list later) by pages of the size
   * asked for, and 401 where the secret is another.
   */
  serve(server: VendorServer, records: unknown[]): void;
  /** So many different records in the source's order; `from` numbers the first. */
  records(count: number, from?: number): unknown[];
  /** What a record is known by in the delivered bytes and in `records`; the default is its whole JSON. */
  identify?(record: unknown): string;
  /** Requests that faults stand for; the default is all of them. Leave a sign-in out, say. */
  readonly faulty?: RegExp;
  /** Pages of this size are asked for; the default is 10. */
  readonly batchSize?: number;
  /** ms since 1970 of the core's clock. */
  readonly now?: number;
  readonly tls?: boolean;
}

/** More pages than that is no end. */
const MOST_PAGES = 200;
const ALL = 35;

export function describeConnector<Settings>(one: ConnectorCase<Settings>): void {
  const { connector } = one;
  describe(`connector ${connector.id}`, () => {
    let server: VendorServer;
    let records: unknown[];
    beforeEach(async () => {
      server = await openVendorServer(one.tls ? { tls: 'localhost' } : {});
      records = one.records(ALL);
      one.serve(server, records);
    });
    afterEach(() => server.close());

    const context = (more: Partial<ContextOptions> = {}) =>
      connectorContext(connector, {
        settings: one.settings(server.origin),
        secrets: one.secrets,
        batchSize: one.batchSize ?? 10,
        ca: server.ca,
        ...(one.now === undefined ? {} : { now: one.now }),
        ...more,
      });
    const identify = one.identify ?? ((record: unknown) => JSON.stringify(record));
    const idsOf = (given: readonly unknown[]) => given.map(identify).sort();

    test('settings: form and schema agree', () => checkSettings(one));

    test('origins: the address of the settings is named', () => {
      const settings = connector.schema.parse(one.settings(server.origin));
      expect(connector.origins(settings)).toContain(server.origin);
    });

    test('probe: says in a sentence what it found, and changes nothing', async () => {
      const { text } = await connector.probe(context());
      expect(text).toMatch(/^[A-Z0-9].{5,300}$/s);
      expectNoSecret(text, one.secrets);
    });

    test('wrong credentials: 401 on probe and fetch', async () => {
      const secrets = Object.fromEntries(Object.keys(one.secrets).map((name) => [name, 'wrong-1']));
      expect(await failureOf(connector.probe(context({ secrets })))).toMatchObject({
        kind: 'credentials',
      });
      expect(await failureOf(connector.fetch(context({ secrets }), null))).toMatchObject({
        kind: 'credentials',
      });
    });

    test('no secret at all: says so and asks nobody', async () => {
      const isNeeded = connector.fields.some(
        ({ kind, isRequired }) => kind === 'secret' && isRequired,
      );
      if (!isNeeded) return;
      const failure = await failureOf(connector.fetch(context({ secrets: {} }), null));
      expect(failure.kind).toBe('credentials');
      expect(server.requests).toEqual([]);
    });

    test('whole history by pages: nothing lost, nothing twice, then only what is new', async () => {
      const first = await fetchAll(connector, context(), null);
      expect(idsOf(first.records)).toEqual(idsOf(records));
      const known = new Set(first.records.map(identify));
      const more = one.records(7, ALL);
      records.push(...more);
      // The cursor goes through the database as text.
      const second = await fetchAll(connector, context(), `${first.cursor}`);
      const fresh = second.records.filter((record) => !known.has(identify(record)));
      expect(idsOf(fresh)).toEqual(idsOf(more));
    });

    test('a page again after a crash: the same cursor gives the same records', async () => {
      const page = await connector.fetch(context(), null);
      const [a, b] = await Promise.all([
        connector.fetch(context(), page.cursor),
        connector.fetch(context(), page.cursor),
      ]);
      expect(a.records.map(String)).toEqual(b.records.map(String));
      expect(a.cursor).toBe(b.cursor);
    });

    test('faults of the vendor become failures with a plain message, no secret in any', async () => {
      const faults = [
        ['permission', VENDOR_FAULTS.status(403)],
        ['rate-limited', VENDOR_FAULTS.tooMany('7')],
        ['unavailable', VENDOR_FAULTS.status(500)],
        ['unavailable', VENDOR_FAULTS.status(503, { 'retry-after': '30' })],
        ['answer', VENDOR_FAULTS.notJson],
        ['answer', VENDOR_FAULTS.loginPage],
        ['answer', VENDOR_FAULTS.wrongCharset],
        ['unavailable', 'cut'],
      ] as const;
      for (const [kind, answer] of faults) {
        server.fault(answer, one.faulty);
        const failure = await failureOf(connector.fetch(context(), null));
        expect(failure.kind, failure.message).toBe(kind);
        expectPlain(failure, one.secrets);
      }
    });

    test('429: the time that the vendor names is handed on', async () => {
      server.fault(VENDOR_FAULTS.tooMany('7'), one.faulty);
      const failure = await failureOf(connector.fetch(context(), null));
      expect(failure.retryAfterMs).toBe(7_000);
    });

    test('a vendor that echoes what it was sent learns nothing to messages', async () => {
      server.fault(
        ({ headers, body, query }) => ({
          status: 400,
          json: { error: { headers, body: body.toString('utf8'), query: `${query}` } },
        }),
        one.faulty,
      );
      expectPlain(await failureOf(connector.fetch(context(), null)), one.secrets);
      expectPlain(await failureOf(connector.probe(context())), one.secrets);
    });

    test('hang and endless answers end within their limits', async () => {
      const limits = { totalMs: 300, maxBytes: 4 * 1024 * 1024 };
      for (const answer of ['hang', 'stall', 'endless'] as const) {
        server.fault(answer, one.faulty);
        const failure = await failureOf(connector.fetch(context({ limits }), null));
        expect(['unavailable', 'answer'], failure.message).toContain(failure.kind);
      }
    });

    test('a redirect to another origin takes nothing along', async () => {
      const other = await openVendorServer();
      try {
        server.fault(VENDOR_FAULTS.redirectTo(`${other.origin}/stolen`), one.faulty);
        const failure = await failureOf(connector.fetch(context(), null));
        expect(failure.kind).toBe('settings');
        expect(other.requests).toEqual([]);
      } finally {
        await other.close();
      }
    });

    test('map: every record has an outcome; changed ones never throw; nothing is changed', () => {
      const settings = connector.schema.parse(one.settings(server.origin));
      const tally = () => new ImportTally(one.now ?? Date.parse('2026-11-22T12:00:00.000Z'), null);
      for (const record of records) {
        const outcome = checkedMap(connector, record, tally(), settings);
        expect(outcome.type, JSON.stringify(outcome)).not.toBe('rejected');
      }
      // Hundreds of changes each: the records are of few kinds, and a run must not take minutes.
      for (const record of records.filter((_, at) => at % 12 === 0))
        for (const changed of mutationsOf(record))
          checkedMap(connector, changed, tally(), settings);
    });
  });
}

async function fetchAll<Settings>(
  connector: Connector<Settings>,
  context: ConnectorContext<Settings>,
  from: string | null,
): Promise<{ records: unknown[]; cursor: string | null }> {
  const records: unknown[] = [];
  let cursor = from;
  for (let page = 0; page < MOST_PAGES; page++) {
    const answer = await connector.fetch(context, cursor);
    for (const bytes of answer.records) records.push(JSON.parse(Buffer.from(bytes).toString()));
    expect(answer.cursor.length).toBeLessThanOrEqual(4_096);
    expect(() => JSON.parse(answer.cursor)).not.toThrow();
    if (!answer.hasMore || answer.cursor === cursor) return { records, cursor: answer.cursor };
    cursor = answer.cursor;
  }
  throw new Error(`More than ${MOST_PAGES} pages: the cursor does not come to an end`);
}

function checkSettings<Settings>({ connector, settings }: ConnectorCase<Settings>): void {
  const names = connector.fields.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  const given = settings('https://vendor.example.com');
  const open = connector.fields.filter(({ kind }) => kind !== 'secret');
  expect(connector.schema.safeParse(given).success).toBe(true);
  expect(Object.keys(given).filter((name) => !open.some((field) => field.name === name))).toEqual(
    [],
  );
  for (const field of open.filter(({ isRequired }) => isRequired)) {
    const { [field.name]: _, ...rest } = given;
    expect(connector.schema.safeParse(rest).success, `without ${field.name}`).toBe(false);
  }
  for (const field of connector.fields) {
    expect(field.label, field.name).toMatch(/^\S.{0,60}$/);
    expect(field.hint, field.name).not.toContain('!');
    if (field.kind === 'choice') expect(field.choices?.length, field.name).toBeGreaterThan(1);
  }
}

async function failureOf(promise: Promise<unknown>): Promise<ConnectorFailure> {
  const error = await promise.then(
    () => new Error('it did not fail'),
    (reason: unknown) => reason,
  );
  if (error instanceof ConnectorFailure) return error;
  throw new Error(`Not a ConnectorFailure: ${error}`, { cause: error });
}

function expectPlain(failure: ConnectorFailure, secrets: Readonly<Record<string, string>>): void {
  expect(failure.message).toMatch(/^[A-Z0-9a-z].{10,600}$/s);
  expect(failure.message).not.toMatch(/undefined|\[object|\bat .*\.ts:|!/);
  expectNoSecret(failure.message, secrets);
}

function expectNoSecret(text: string, secrets: Readonly<Record<string, string>>): void {
  for (const secret of Object.values(secrets)) {
    for (const form of [secret, encodeURIComponent(secret), Buffer.from(secret).toString('base64')])
      expect(text).not.toContain(form);
  }
}
