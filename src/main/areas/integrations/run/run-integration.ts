import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Run } from '../../../../shared/areas/integrations/runs.contract.ts';
import type { Database } from '../../../db/database.ts';
import type { Caller, WriteTx } from '../../../db/write-door.ts';
import { type Egress, EgressFailure } from '../../../platform/egress-port.ts';
import type { KeySeal } from '../../../platform/key-seal.ts';
import type { PreparedAlert } from '../../alerts/import/imported-alert.ts';
import { ImportTally } from '../../alerts/import/tally.ts';
import type { Catalogue } from '../catalogue.ts';
import { readConfiguration } from '../configuration.ts';
import {
  type Connector,
  ConnectorFailure,
  type ConnectorFailureKind,
  type FetchedIndicator,
} from '../connector.types.ts';
import {
  countRows,
  findIntegration,
  findState,
  type IntegrationRow,
  keepCursor,
} from '../integrations.store.ts';
import { openContext, originsOf } from '../open-connector.ts';
import { countRun, type RunCounts } from '../runs.store.ts';
import { readSecrets } from '../secrets.store.ts';
import { readSyncSettings } from '../sync-settings.store.ts';
import { withDeadline } from './deadline.ts';
import { createMapper, type MappedPage, type Mapper } from './map-page.ts';
import { pacedEgress } from './pace.ts';
import { assertPage, createCursorWatch } from './page-guard.ts';
import type { RunLimits } from './run-limits.ts';

/** Writes what was fetched through the doors of the areas that own it; each gives what it does in a transaction. */
export interface FetchedWriters {
  /** The answer is called in the page's transaction, and says how many were new. */
  alerts(alerts: readonly PreparedAlert[]): (tx: WriteTx) => number;
  indicators(
    indicators: readonly FetchedIndicator[],
    source: string,
  ): (tx: WriteTx) => {
    readonly added: number;
    readonly known: number;
    /** Each value that is none of its kind. */
    readonly rejections: Run['rejections'];
  };
}

export interface RunPorts {
  readonly db: Database;
  readonly catalogue: Catalogue;
  readonly seal: KeySeal;
  readonly egress: Egress;
  readonly writers: FetchedWriters;
  readonly limits: RunLimits;
  readonly signal: AbortSignal;
  /** ms since 1970, of the core's clock. */
  now(): number;
  /** After each page. */
  kept(counts: RunCounts): void;
  /** Whether a person changes things meanwhile: transactions should then be small. */
  isSomebodyAtWork(): boolean;
}

export interface RunFailure {
  readonly kind: ConnectorFailureKind | 'internal';
  readonly message: string;
  readonly retryAfterMs: number | null;
  /** Where it is a fault of this product: for the log. */
  readonly thrown?: unknown;
}

export interface RunOutcome {
  readonly state: 'DONE' | 'FAILED' | 'HELD' | 'CANCELLED';
  readonly hasMore: boolean;
  readonly failure: RunFailure | null;
  readonly notes: readonly string[];
  readonly unknownFields: Run['unknownFields'];
  readonly rejections: Run['rejections'];
}

/** Rows of a transaction while somebody changes things, and while nobody does. */
const GENTLE_ROWS = 50;
const ALONE_ROWS = 1_000;

/**
 * Fetches page after page from where the last run ended. Each page's rows, raw records, counts and cursor
 * are committed together; while somebody works, in smaller pieces with the cursor in the last. What a
 * crash cuts off comes again and is merged. Never throws: what went wrong is in the outcome.
 */
export async function runIntegration(
  { integrationId, runId }: { readonly integrationId: string; readonly runId: string },
  ports: RunPorts,
): Promise<RunOutcome> {
  const tally = new ImportTally(ports.now(), null);
  let mapper: Mapper | null = null;
  const refused: Run['rejections'][number][] = [];
  const told = () => ({
    notes: tally.notes(),
    unknownFields: tally.unknownFields().slice(0, 100),
    rejections: [...(mapper?.rejections() ?? []), ...refused].slice(0, ports.limits.rejections),
  });
  try {
    const open = await openRun(integrationId, ports);
    const { connector, settings } = open;
    mapper = createMapper({ connector, settings, tally, limits: ports.limits });
    const hasMore = await fetchPages(open, { runId, mapper, ports, refused });
    return { state: 'DONE', hasMore, failure: null, ...told() };
  } catch (error) {
    return { ...outcomeOf(error, ports.signal), hasMore: false, ...told() };
  }
}

interface OpenRun {
  readonly row: IntegrationRow;
  readonly connector: Connector;
  readonly settings: unknown;
  readonly cursor: string | null;
  readonly openPage: (signal: AbortSignal) => ReturnType<typeof openContext>;
}

async function openRun(id: string, ports: RunPorts): Promise<OpenRun> {
  const { db, seal, now } = ports;
  const row = db.read('integrations.run', (reader) => findIntegration(reader, id));
  const configuration = readConfiguration(row?.configuration);
  const connector = configuration && (await ports.catalogue.find(configuration.connector));
  if (!row || !connector)
    throw new ConnectorFailure('settings', 'There is no connector behind this integration.');
  const origins = originsOf(connector, configuration.settings);
  return db.read('integrations.run', (reader) => {
    const { batchSize, isRateLimited } = readSyncSettings(reader);
    const secrets = readSecrets(reader, seal, { id, origins });
    const egress = pacedEgress(ports.egress, isRateLimited);
    const openPage = (signal: AbortSignal) =>
      openContext(connector, {
        ...{ id, settings: configuration.settings, secrets, egress, signal, now, batchSize },
      });
    return {
      ...{ row, connector, openPage },
      settings: connector.schema.parse(configuration.settings),
      cursor: findState(reader, id)?.cursor ?? null,
    };
  });
}

interface Fetching {
  readonly runId: string;
  readonly mapper: Mapper;
  readonly ports: RunPorts;
  /** Takes the first values that were rejected after their record was read. */
  readonly refused: Run['rejections'][number][];
}

/** @returns whether the source has more than this run may take. */
async function fetchPages(open: OpenRun, fetching: Fetching): Promise<boolean> {
  const { mapper, ports } = fetching;
  const { limits, signal } = ports;
  const startedAt = performance.now();
  const watch = createCursorWatch(open.cursor);
  const keep = createKeeper(open, fetching);
  let cursor = open.cursor;
  for (let pages = 0; pages < limits.pages; pages++) {
    if (performance.now() - startedAt > limits.runMs) return true;
    const after = cursor;
    const page = await withDeadline(
      (inner) => open.connector.fetch(open.openPage(inner), after),
      limits.pageMs,
      signal,
    );
    assertPage(page, limits);
    signal.throwIfAborted();
    keep(mapper.map(page.records), page.cursor);
    watch.assertMoves(page);
    if (!page.hasMore) return false;
    cursor = page.cursor;
    await nextTurn();
  }
  return true;
}

function createKeeper({ row, connector }: OpenRun, { runId, ports, refused }: Fetching) {
  const { db, writers } = ports;
  const zero = { read: 0, kept: 0, merged: 0, skipped: 0, rejected: 0 };
  let counts: RunCounts = { pages: 0, bytes: 0, ...zero };
  const caller: Caller = {
    ...{ actor: null, origin: 'job', action: 'integrations.sync', reason: row.name },
  };
  return (page: MappedPage, cursor: string): void => {
    const pieces = piecesOf(page, ports.isSomebodyAtWork() ? GENTLE_ROWS : ALONE_ROWS);
    pieces.forEach((piece, at) => {
      const write = writerOf(connector, piece, writers, row.name);
      const isLast = at === pieces.length - 1;
      // Counted for good only once it is committed.
      counts = db.write(caller, (tx) => {
        const { kept, merged, rejections } = write(tx);
        const rejected = rejections.length;
        if (refused.length < ports.limits.rejections) refused.push(...rejections);
        const next = added(counts, { kept, merged, rejected }, isLast ? page : null);
        countRows(tx, row.id, kept);
        if (isLast) keepCursor(tx, row.id, cursor);
        countRun(tx, runId, next);
        return next;
      });
    });
    ports.kept(counts);
  };
}

/** What a piece was written as, and with the last one what of its page was not to be written. */
function added(
  counts: RunCounts,
  { kept, merged, rejected }: Pick<RunCounts, 'kept' | 'merged' | 'rejected'>,
  page: MappedPage | null,
): RunCounts {
  const [skipped, unread] = [page?.skipped ?? 0, page?.rejected ?? 0];
  return {
    pages: counts.pages + (page ? 1 : 0),
    bytes: counts.bytes + (page?.bytes ?? 0),
    read: counts.read + kept + merged + rejected + skipped + unread,
    kept: counts.kept + kept,
    merged: counts.merged + merged,
    skipped: counts.skipped + skipped,
    rejected: counts.rejected + rejected + unread,
  };
}

type Piece = Pick<MappedPage, 'alerts' | 'indicators'>;

function piecesOf({ alerts, indicators }: MappedPage, rows: number): Piece[] {
  const pieces: Piece[] = [];
  const all = Math.max(alerts.length, indicators.length);
  for (let from = 0; from < all; from += rows)
    pieces.push({
      alerts: alerts.slice(from, from + rows),
      indicators: indicators.slice(from, from + rows),
    });
  return pieces.length > 0 ? pieces : [{ alerts: [], indicators: [] }];
}

function writerOf(
  connector: Connector,
  piece: Piece,
  writers: FetchedWriters,
  source: string,
): (tx: WriteTx) => { kept: number; merged: number; rejections: Run['rejections'] } {
  if (connector.delivers === 'indicators') {
    const write = writers.indicators(piece.indicators, source);
    return (tx) => {
      const { added, known, rejections } = write(tx);
      return { kept: added, merged: known, rejections };
    };
  }
  if (piece.alerts.length === 0) return () => ({ kept: 0, merged: 0, rejections: [] });
  const write = writers.alerts(piece.alerts);
  return (tx) => {
    const kept = write(tx);
    return { kept, merged: piece.alerts.length - kept, rejections: [] };
  };
}

function outcomeOf(error: unknown, signal: AbortSignal): Pick<RunOutcome, 'state' | 'failure'> {
  if (error instanceof EgressFailure && error.kind === 'isolated')
    return { state: 'HELD', failure: null };
  if (signal.aborted) return { state: 'CANCELLED', failure: null };
  if (error instanceof ConnectorFailure) {
    const { kind, message, retryAfterMs } = error;
    return { state: 'FAILED', failure: { kind, message, retryAfterMs } };
  }
  if (error instanceof EgressFailure)
    return {
      state: 'FAILED',
      failure: { kind: 'unavailable', message: error.message, retryAfterMs: null },
    };
  const message = 'The run failed inside Watchfloor. What was kept before stays.';
  return {
    state: 'FAILED',
    failure: { kind: 'internal', message, retryAfterMs: null, thrown: error },
  };
}
