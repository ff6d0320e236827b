import type { z } from 'zod';
import type { Permission } from './permissions.ts';

export type HttpMethod = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

/**
 * One call of the API, defined once: server validation, typed client, forms and the OpenAPI
 * document are derived from it.
 *
 * - `permission`: what the session's role must hold; `'public'` needs no session, `'session'` any.
 * - `body: 'bytes'`: the request body is a file, streamed and exempt from the 1 MiB limit.
 * - `response: 'bytes' | 'html' | 'events'`: not JSON; the client does not parse it.
 * - `list: true`: answers an array with `X-Total-Count` and `X-Next-Cursor`.
 */
export interface Endpoint {
  readonly method: HttpMethod;
  readonly path: `/api/${string}`;
  readonly summary: string;
  readonly permission: Permission | 'public' | 'session';
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType | 'bytes';
  readonly response: z.ZodType | 'bytes' | 'html' | 'events' | 'none';
  readonly status?: number;
  readonly list?: boolean;
}

export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition;
}

type SchemaInput<S> = S extends z.ZodType ? z.input<S> : never;
type SchemaOutput<S> = S extends z.ZodType ? z.output<S> : never;

export type ParamsOf<E extends Endpoint> = E extends { params: infer S }
  ? SchemaOutput<S>
  : undefined;
export type QueryOf<E extends Endpoint> = E extends { query: infer S }
  ? SchemaOutput<S>
  : undefined;
export type BodyOf<E extends Endpoint> = E extends { body: infer S } ? SchemaOutput<S> : undefined;
export type QueryInputOf<E extends Endpoint> = E extends { query: infer S }
  ? SchemaInput<S>
  : undefined;
export type BodyInputOf<E extends Endpoint> = E extends { body: infer S }
  ? SchemaInput<S>
  : undefined;
/** Nothing where there is no body; never where it is not for the client to parse. */
export type ResponseOf<E extends Endpoint> = E extends { response: 'none' }
  ? undefined
  : E extends { response: infer S }
    ? SchemaOutput<S>
    : never;
