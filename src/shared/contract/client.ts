import type { z } from 'zod';
import type { HostResponse } from '../host.ts';
import { NEXT_CURSOR_HEADER, TOTAL_COUNT_HEADER } from '../kernel/paging.ts';
import type { BodyInputOf, Endpoint, ParamsOf, QueryInputOf, ResponseOf } from './define.ts';

type Need<K extends string, V> = [V] extends [undefined]
  ? { [P in K]?: undefined }
  : { [P in K]: V };

export type CallInput<E extends Endpoint> = Need<'params', ParamsOf<E>> &
  ([QueryInputOf<E>] extends [undefined] ? { query?: undefined } : { query?: QueryInputOf<E> }) &
  Need<'body', BodyInputOf<E>>;

/** One page of a list: rows, how many there are in all, and where the next page begins. */
export interface Page<T> {
  readonly rows: T;
  readonly total: number | null;
  readonly nextCursor: string | null;
}

export type Send = (request: {
  method: string;
  path: string;
  body?: string;
}) => Promise<HostResponse>;

/** `/api/alerts/{id}` with its parameters and query filled in; undefined query values are left out. */
export function endpointPath(
  definition: Endpoint,
  input: { params?: unknown; query?: unknown } = {},
): string {
  const params = (input.params ?? {}) as Record<string, unknown>;
  const path = definition.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  );
  const pairs = Object.entries((input.query ?? {}) as Record<string, unknown>)
    .filter(([, value]) => value !== undefined && value !== null && value !== '')
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`);
  return pairs.length > 0 ? `${path}?${pairs.join('&')}` : path;
}

/** @throws Error with the message `STATUS: body`, the form that every caller can rely on. */
export function assertOk(response: HostResponse): HostResponse {
  if (response.status >= 200 && response.status < 300) return response;
  throw new Error(`${response.status}: ${response.body || response.statusText}`);
}

export interface Client {
  call<E extends Endpoint>(definition: E, input: CallInput<E>): Promise<ResponseOf<E>>;
  page<E extends Endpoint>(definition: E, input: CallInput<E>): Promise<Page<ResponseOf<E>>>;
}

/** Hears how long the core took to answer a call (its method and path without values), in milliseconds. */
export interface Stopwatch {
  now(): number;
  record(call: string, ms: number): void;
}

/** A typed client over anything that can send a request; answers are parsed by the contract. */
export function createClient(send: Send, watch?: Stopwatch): Client {
  async function exchange(
    definition: Endpoint,
    input: { params?: unknown; query?: unknown; body?: unknown },
  ) {
    const body = input.body === undefined ? {} : { body: JSON.stringify(input.body) };
    const started = watch?.now() ?? 0;
    const { method } = definition;
    const response = await send({ method, path: endpointPath(definition, input), ...body });
    watch?.record(`${method} ${definition.path}`, watch.now() - started);
    return assertOk(response);
  }
  function parse(definition: Endpoint, response: HostResponse): unknown {
    if (definition.response === 'none') return undefined;
    const schema = definition.response as z.ZodType;
    return schema.parse(JSON.parse(response.body));
  }
  return {
    async call(definition, input) {
      return parse(definition, await exchange(definition, input)) as never;
    },
    async page(definition, input) {
      const response = await exchange(definition, input);
      const total = response.headers[TOTAL_COUNT_HEADER.toLowerCase()];
      return {
        rows: parse(definition, response) as never,
        total: total === undefined ? null : Number(total),
        nextCursor: response.headers[NEXT_CURSOR_HEADER.toLowerCase()] ?? null,
      };
    },
  };
}
