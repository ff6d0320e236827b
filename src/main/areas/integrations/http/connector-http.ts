/**
 * HTTP for connectors. Grants the use of a vendor's interface in the name of whoever gave the key.
 * Defences: everything goes through the one egress port; a request beside the origins that the
 * administrator named is a plain GET without any header that says who asks; no message repeats a
 * secret, in whatever form a server echoes it; every answer is bounded in time and bytes.
 */
import type { Egress, EgressAnswer, EgressLimits } from '../../../platform/egress-port.ts';
import {
  ConnectorFailure,
  type ConnectorHttp,
  type HttpQuestion,
  type HttpReply,
} from '../connector.types.ts';
import { conceal, plainHeaders, secretValues } from './conceal.ts';
import { excerptOf, linesOf, parseJson, wholeBody } from './http-body.ts';
import { fromEgress, statusFailure } from './http-failures.ts';
import { elementsAt } from './json-slices.ts';
import { retryAfterMs } from './retry-after.ts';

export interface ConnectorHttpPorts {
  readonly egress: Egress;
  /** The id of the integration, for the ledger. */
  readonly subject: string;
  /** What the administrator named: `Connector.origins`. */
  readonly origins: readonly string[];
  /** Values that no message may hold. */
  readonly secrets: readonly string[];
  readonly signal: AbortSignal;
  /** ms since 1970. */
  readonly now: () => number;
  /** PEM of the organisation's own authority, for every origin of these. */
  readonly ca?: string;
  readonly limits?: Partial<EgressLimits>;
}

/** Of one request: a page that takes longer, or is larger, is the vendor's fault and ends the run. */
const LIMITS: EgressLimits = {
  beginMs: 60_000,
  idleMs: 30_000,
  totalMs: 120_000,
  maxBytes: 64 * 1024 * 1024,
};

export function createConnectorHttp(ports: ConnectorHttpPorts): ConnectorHttp {
  const ask = (question: HttpQuestion) => askOnce(ports, question);
  const replyOf = ({ answer }: Asked): HttpReply => ({
    status: answer.status,
    header: (name) => answer.header(name),
  });
  return {
    async json(question) {
      const asked = await ask(question);
      const bytes = await wholeBody(asked.body);
      const body = parseJson(bytes, asked.host);
      return {
        ...replyOf(asked),
        body,
        records: (...path) => (bytes.length === 0 ? [] : elementsAt(withoutMark(bytes), path)),
      };
    },
    async lines(question) {
      const asked = await ask(question);
      return { ...replyOf(asked), body: linesOf(asked.body, asked.host) };
    },
    async bytes(question) {
      const asked = await ask(question);
      return { ...replyOf(asked), body: asked.body };
    },
  };
}

interface Asked {
  readonly answer: EgressAnswer;
  /** Throws ConnectorFailure instead of EgressFailure. */
  readonly body: AsyncIterable<Uint8Array>;
  readonly host: string;
}

async function askOnce(ports: ConnectorHttpPorts, question: HttpQuestion): Promise<Asked> {
  const url = addressOf(question.url);
  const isNamed = ports.origins.includes(url.origin);
  const method = question.method ?? 'GET';
  const { body, type } = bodyOf(question.body);
  const given = type === null ? question.headers : { 'content-type': type, ...question.headers };
  const headers = { accept: 'application/json', ...given };
  if (!isNamed) assertHarmless(url, method, body, ports.origins);
  const secrets = [...ports.secrets, ...secretValues(headers)];
  const answer = await ports
    .egress({
      reason: { purpose: 'connector', subject: ports.subject, why: question.why },
      method,
      url: url.href,
      headers: isNamed ? headers : plainHeaders(headers),
      body,
      signal: ports.signal,
      limits: { ...LIMITS, ...ports.limits, ...boundOf(question) },
      namedOrigin: isNamed ? url.origin : (ports.origins[0] ?? ''),
      ...(ports.ca === undefined ? {} : { tls: { ca: ports.ca } }),
    })
    .catch((error: unknown) => {
      throw fromEgress(error);
    });
  const { status } = answer;
  const isGood = (status >= 200 && status < 300) || question.expects?.includes(status) === true;
  if (isGood) return { answer, body: mapped(answer.body), host: url.host };
  throw statusFailure({
    status,
    host: url.host,
    why: question.why,
    retryAfterMs: retryAfterMs((name) => answer.header(name), ports.now()),
    excerpt: conceal(await excerptOf(answer.body), secrets),
  });
}

function boundOf({ maxBytes }: HttpQuestion): { maxBytes?: number } {
  return maxBytes === undefined ? {} : { maxBytes };
}

function addressOf(text: string): URL {
  const url = URL.parse(text);
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:';
  if (url && isWeb && url.username === '' && url.password === '') return url;
  throw new ConnectorFailure(
    'settings',
    'This is not an address of http or https without a name and password in it. Check the settings.',
  );
}

/** Where an answer points elsewhere (a next page, a download) nothing may go along. */
function assertHarmless(
  url: URL,
  method: string,
  body: string | Uint8Array | null,
  origins: readonly string[],
): void {
  const isDowngrade = url.protocol === 'http:' && origins.every((one) => one.startsWith('https:'));
  if (method === 'GET' && body === null && !isDowngrade) return;
  throw new ConnectorFailure(
    'answer',
    `The answer points to ${url.host}, which the settings do not name. Nothing was sent there.`,
  );
}

function bodyOf(body: unknown): { body: string | Uint8Array | null; type: string | null } {
  if (body === undefined || body === null) return { body: null, type: null };
  if (typeof body === 'string' || body instanceof Uint8Array) return { body, type: null };
  if (body instanceof URLSearchParams)
    return { body: body.toString(), type: 'application/x-www-form-urlencoded' };
  return { body: JSON.stringify(body), type: 'application/json' };
}

async function* mapped(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* pieces;
  } catch (error) {
    throw fromEgress(error);
  }
}

/** `JSON.parse` gets the text without its byte order mark; so do the records. */
function withoutMark(bytes: Buffer): Buffer {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;
}
