/**
 * The one way out of this machine. Whoever opens a connection to anything else asks this port: it is
 * what the isolation switch closes, what refuses addresses nobody meant, and what the ledger counts.
 */

export const EGRESS_PURPOSES = ['connector', 'model', 'sync', 'update'] as const;
export type EgressPurpose = (typeof EGRESS_PURPOSES)[number];

/** For whom a connection is made, as the ledger keeps it. */
export interface EgressReason {
  readonly purpose: EgressPurpose;
  /** What asks: the id of an integration, of an endpoint, of a workspace. */
  readonly subject: string;
  /** In plain words, without anything of what is sent: 'alerts since the last sync'. */
  readonly why: string;
}

export interface EgressLimits {
  /** Until the first byte of the answer, ms. */
  readonly beginMs: number;
  /** Between two pieces of the answer, ms. */
  readonly idleMs: number;
  /** For the whole answer, ms. */
  readonly totalMs: number;
  /** Of the answer as it arrives and as it is unpacked; more is a failure, never a cut answer. */
  readonly maxBytes: number;
}

export interface EgressTls {
  /** PEM of an authority of the organisation's own, beside those the system trusts. */
  readonly ca?: string;
}

export interface EgressRequest {
  readonly reason: EgressReason;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** http: or https:, without credentials. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | null;
  readonly signal: AbortSignal;
  readonly limits: EgressLimits;
  /**
   * The origin an administrator named. Where the host is written in figures or resolves to a private
   * network that is allowed for this origin alone; a request elsewhere (a next page, an upload that an
   * answer names) goes to public addresses only. Loopback only where the origin itself names it.
   */
  readonly namedOrigin: string;
  readonly tls?: EgressTls;
}

export interface EgressAnswer {
  readonly status: number;
  header(name: string): string | null;
  /** Unpacked, read once, bounded by `maxBytes`. @throws EgressFailure, and nothing else */
  readonly body: AsyncIterable<Uint8Array>;
}

export type EgressFailureKind =
  /** The workspace is isolated: nothing was opened, nothing was asked of DNS. */
  | 'isolated'
  /** An address that may not be called: metadata, link-local, a private one nobody named. */
  | 'refused'
  | 'redirected'
  | 'not-found'
  | 'unreachable'
  | 'certificate'
  | 'timeout'
  | 'stalled'
  | 'too-large'
  | 'cancelled'
  | 'broken';

/** `message` is for the person: what happened, where, what to do. It holds no secret and no body. */
export class EgressFailure extends Error {
  readonly kind: EgressFailureKind;

  constructor(kind: EgressFailureKind, message: string) {
    super(message);
    this.name = 'EgressFailure';
    this.kind = kind;
  }
}

/** No redirect is followed: a 3xx answer fails as 'redirected'. @throws EgressFailure, and nothing else */
export type Egress = (request: EgressRequest) => Promise<EgressAnswer>;
