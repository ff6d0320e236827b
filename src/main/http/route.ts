import type {
  BodyOf,
  Endpoint,
  ParamsOf,
  QueryOf,
  ResponseOf,
} from '../../shared/contract/define.ts';
import type { Session } from './session.ts';

/** What a handler is given: parsed input, and the session (absent only on public endpoints). */
export interface RouteInput<E extends Endpoint> {
  readonly params: ParamsOf<E>;
  readonly query: QueryOf<E>;
  readonly body: BodyOf<E>;
  readonly session: E['permission'] extends 'public' ? Session | undefined : Session;
  /** The fields of a form, not yet checked; empty unless the body is one (sign-in and set-up pages). */
  readonly form: Readonly<Record<string, string>>;
  readonly request: Request;
}

/** A list's answer: the rows, with what goes into the paging headers. */
export interface PageAnswer<T> {
  readonly type: 'page';
  readonly rows: T;
  /** Null leaves the header out. */
  readonly total: number | null;
  readonly nextCursor: string | null;
}

export function page<T>(rows: T, total: number | null, nextCursor: string | null): PageAnswer<T> {
  return { type: 'page', rows, total, nextCursor };
}

export type Answer<E extends Endpoint> = ResponseOf<E> | PageAnswer<ResponseOf<E>> | Response;

export interface Route {
  readonly endpoint: Endpoint;
  readonly handle: (input: RouteInput<Endpoint>) => Promise<unknown>;
}

export function route<E extends Endpoint>(
  endpoint: E,
  handle: (input: RouteInput<E>) => Promise<Answer<E>> | Answer<E>,
): Route {
  return { endpoint, handle: async (input) => handle(input as unknown as RouteInput<E>) };
}

export function isPageAnswer(value: unknown): value is PageAnswer<unknown> {
  return (
    typeof value === 'object' &&
    value !== null &&
    'type' in value &&
    value.type === 'page' &&
    'rows' in value
  );
}
