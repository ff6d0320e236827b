import type { z } from 'zod';
import type { IntegrationType } from '../../db/tables/integrations.table.ts';
import type { ParseOutcome } from '../alerts/import/imported-alert.ts';
import type { ImportTally } from '../alerts/import/tally.ts';

/** A field of the settings form. What is secret goes to the key store and is never shown again. */
export interface SettingField {
  readonly name: string;
  readonly label: string;
  readonly hint: string;
  readonly kind: 'text' | 'url' | 'secret' | 'number' | 'switch' | 'choice' | 'lines';
  readonly isRequired: boolean;
  /** Values and labels of a choice. */
  readonly choices?: readonly (readonly [value: string, label: string])[];
  readonly initial?: string | number | boolean;
}

export type ConnectorFailureKind =
  /** Name, key or token is wrong or has run out: a person must act. */
  | 'credentials'
  /** It may not read what it was asked for: the message names the permission that is missing. */
  | 'permission'
  | 'settings'
  | 'rate-limited'
  /** The vendor's side fails (5xx), or the network. */
  | 'unavailable'
  /** What came is not what is published: wrong JSON, wrong charset, a cursor that does not move. */
  | 'answer';

/** `message`: what happened, where, what to do; no secret, nothing of the answer beyond a short excerpt. */
export class ConnectorFailure extends Error {
  readonly kind: ConnectorFailureKind;
  /** When the vendor said to come again, ms from now; null where it said nothing. */
  readonly retryAfterMs: number | null;

  constructor(kind: ConnectorFailureKind, message: string, retryAfterMs: number | null = null) {
    super(message);
    this.name = 'ConnectorFailure';
    this.kind = kind;
    this.retryAfterMs = retryAfterMs;
  }
}

export interface HttpQuestion {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** An object is sent as JSON, URLSearchParams as a form. */
  readonly body?: unknown;
  /** For the ledger: 'alerts since the last sync'. */
  readonly why: string;
  /** Most of the answer; the default is 64 MiB. */
  readonly maxBytes?: number;
  /** Statuses beside 2xx that the connector reads itself. */
  readonly expects?: readonly number[];
}

export interface HttpReply {
  readonly status: number;
  header(name: string): string | null;
}

export interface JsonReply extends HttpReply {
  readonly body: unknown;
  /** The elements of the array at this path of the body ('hits', 'hits'), verbatim: for ConnectorPage.records. */
  records(...path: readonly string[]): readonly Uint8Array[];
}

/**
 * HTTP for connectors, over the egress port: 401, 403, 429 (Retry-After in seconds or as a date) and 5xx
 * become ConnectorFailure; a body that is not UTF-8 or not JSON, too. A next page elsewhere than the
 * settings' origin goes through `EgressRequest.namedOrigin`'s rule; only a GET without a body goes there,
 * and without any header that says who asks. EgressFailure 'isolated' and 'cancelled' pass as they are.
 */
export interface ConnectorHttp {
  json(question: HttpQuestion): Promise<JsonReply>;
  /** Lines of an answer as it arrives (NDJSON), each at most 16 MiB. */
  lines(question: HttpQuestion): Promise<HttpReply & { readonly body: AsyncIterable<Uint8Array> }>;
  bytes(question: HttpQuestion): Promise<HttpReply & { readonly body: AsyncIterable<Uint8Array> }>;
}

export interface ConnectorContext<Settings> {
  readonly settings: Settings;
  /** Of the key store. @throws ConnectorFailure 'credentials' where none was given */
  secret(name: string): string;
  readonly http: ConnectorHttp;
  readonly signal: AbortSignal;
  /** ms since 1970, of the core's clock. */
  now(): number;
  /** The most records of a page: settings, default 1,000. */
  readonly batchSize: number;
}

/**
 * Records as the source wrote them, verbatim, in the source's order, and where to go on after them. The
 * cursor is kept in the same transaction as the rows: after a crash the same page may come again, and
 * what is known by its fingerprint is merged. A cursor that has not moved ends the run.
 */
export interface ConnectorPage {
  readonly records: readonly Uint8Array[];
  /** JSON text of at most 4 kB that only this connector reads. */
  readonly cursor: string;
  readonly hasMore: boolean;
}

/** An indicator as a source of threat intelligence tells it. Times are ISO 8601 UTC. */
export interface FetchedIndicator {
  readonly type: string;
  readonly value: string;
  readonly severity: 'CRITICAL' | 'HIGH' | 'MEDIUM' | 'LOW';
  /** 0 to 100, or null where the source says nothing. */
  readonly confidence: number | null;
  readonly tlp: 'CLEAR' | 'GREEN' | 'AMBER' | 'AMBER+STRICT' | 'RED' | null;
  readonly description: string;
  readonly firstSeen: string | null;
  readonly lastSeen: string | null;
  readonly expiresAt: string | null;
  readonly isRevoked: boolean;
  readonly labels: readonly string[];
}

export type IndicatorOutcome =
  | { readonly type: 'indicators'; readonly indicators: readonly FetchedIndicator[] }
  | { readonly type: 'skipped'; readonly reason: string }
  | { readonly type: 'rejected'; readonly reason: string };

export interface ProbeResult {
  /** One sentence for the card: 'Signed in as svc-watchfloor; 3 indexes match.' */
  readonly text: string;
  readonly version: string | null;
}

interface ConnectorBase<Settings> {
  /** 'elastic-security': lower case, as in docs/connectors/<id>.md. */
  readonly id: string;
  readonly name: string;
  readonly vendor: string;
  readonly type: IntegrationType;
  /** One sentence for the marketplace: what comes in, by which interface. */
  readonly summary: string;
  readonly schema: z.ZodType<Settings>;
  readonly fields: readonly SettingField[];
  /** The origins it talks to, from its settings: the administrator named these. */
  origins(settings: Settings): readonly string[];
  /** Asks the vendor whether settings and rights are enough, and changes nothing. */
  probe(context: ConnectorContext<Settings>): Promise<ProbeResult>;
  /** One page after `cursor` (null: from the beginning, `settings` say how far back). */
  fetch(context: ConnectorContext<Settings>, cursor: string | null): Promise<ConnectorPage>;
  /** Sends one item (an alert or incident as the page shows it) to the source, and says where it is there. */
  push?(
    context: ConnectorContext<Settings>,
    item: PushItem,
  ): Promise<{ readonly reference: string; readonly url: string | null }>;
}

/** What may be sent out, on a person's word: to a case system or an index. */
export interface PushItem {
  readonly kind: 'alert' | 'incident';
  /** Stable over repeats, so that the receiver can tell one that came before. */
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly severity: 'CRITICAL' | 'HIGH' | 'MEDIUM' | 'LOW';
  readonly createdAt: string;
  readonly techniques: readonly string[];
  readonly observables: readonly { readonly type: string; readonly value: string }[];
  /** The record as our own export writes it. */
  readonly record: unknown;
}

/** Pure and quick: `map` runs in the thread of the job, at 20,000 records a second and more. Never throws. */
export type Connector<Settings = unknown> =
  | (ConnectorBase<Settings> & {
      readonly delivers: 'alerts';
      /**
       * The source's own id of a finding that it may send again with a changed state: the alert is known
       * by it and by its time (which must be that of the finding's beginning), not by the record's bytes.
       */
      key?(record: unknown): string | null;
      map(record: unknown, tally: ImportTally, text: string, settings: Settings): ParseOutcome;
    })
  | (ConnectorBase<Settings> & {
      readonly delivers: 'indicators';
      map(record: unknown, settings: Settings): IndicatorOutcome;
    });
