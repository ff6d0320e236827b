import { EgressFailure } from '../../../platform/egress-port.ts';
import { ConnectorFailure, type ConnectorFailureKind } from '../connector.types.ts';

const OF_EGRESS: Readonly<Record<EgressFailure['kind'], ConnectorFailureKind | null>> = {
  // These two are nobody's fault: the run is held back, or a person ended it.
  isolated: null,
  cancelled: null,
  refused: 'settings',
  redirected: 'settings',
  certificate: 'settings',
  'not-found': 'unavailable',
  unreachable: 'unavailable',
  timeout: 'unavailable',
  stalled: 'unavailable',
  broken: 'unavailable',
  'too-large': 'answer',
};

/** What the way out could not do, as a connector says it; isolation and cancelling pass as they are. */
export function fromEgress(error: unknown): unknown {
  if (!(error instanceof EgressFailure)) return error;
  const kind = OF_EGRESS[error.kind];
  return kind === null ? error : new ConnectorFailure(kind, error.message);
}

interface BadStatus {
  readonly status: number;
  readonly host: string;
  /** What was asked for, in plain words. */
  readonly why: string;
  readonly retryAfterMs: number | null;
  /** A short piece of what the vendor said, without secrets; empty where it said nothing. */
  readonly excerpt: string;
}

/** A status that is no success, with what a person does about it. */
export function statusFailure(bad: BadStatus): ConnectorFailure {
  const { status, host, why } = bad;
  const said = bad.excerpt === '' ? '' : ` It said: ${bad.excerpt}`;
  const make = (kind: ConnectorFailureKind, text: string) =>
    new ConnectorFailure(kind, `${text}${said}`, bad.retryAfterMs);
  if (status === 401)
    return make(
      'credentials',
      `${host} refuses the credentials (401). Check them; a key or token may have run out.`,
    );
  if (status === 403)
    return make(
      'permission',
      `${host} does not allow this account to read: ${why} (403). Give it the right to, or use another account.`,
    );
  if (status === 429)
    return make('rate-limited', `${host} asks for fewer requests (429). It is asked again later.`);
  if (status === 404)
    return make(
      'settings',
      `${host} has nothing at the address of: ${why} (404). Check address and names in the settings.`,
    );
  if (status >= 500 || status === 408)
    return make('unavailable', `${host} fails at present (${status}). It is asked again later.`);
  return make('settings', `${host} does not accept the request for: ${why} (${status}).`);
}
