/**
 * Grants the core its own calls in somebody's name, so that what answers a question is what the screens
 * read. Defences: the session is the asker's and comes from their own request; the table of permissions is
 * asked for every call, as at the door; what is read is what the asker may see; input is parsed by the contract; only what is read may be asked
 * for, except calls that were named when this was made.
 */
import type { Endpoint, ResponseOf } from '../../shared/contract/define.ts';
import { AppError, badInput } from '../../shared/contract/errors.ts';
import { roleMay } from '../../shared/contract/permissions.ts';
import { isPageAnswer, type Route, type RouteInput } from './route.ts';
import type { Session } from './session.ts';

export interface InnerInput {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

export interface InnerAnswer<T> {
  readonly body: T;
  /** Of a list; null where it is not counted, or is none. */
  readonly total: number | null;
}

/** @throws AppError as the call itself would: 'forbidden', 'not-found', 'bad-input' and so on. */
export type InnerCall = <E extends Endpoint>(
  session: Session,
  endpoint: E,
  input?: InnerInput,
) => Promise<InnerAnswer<ResponseOf<E>>>;

function parsed(schema: Endpoint['params'] | 'bytes', value: unknown): unknown {
  if (schema === undefined || schema === 'bytes') return undefined;
  const result = schema.safeParse(value);
  if (!result.success) throw badInput(result.error);
  return result.data;
}

/** @param routes asked for with each call: those that come with this one are made after it. */
export function createInnerCall(
  routes: () => readonly Route[],
  writes: readonly Endpoint[],
  viewing: <R>(account: string | null, fn: () => R) => R,
): InnerCall {
  return async <E extends Endpoint>(session: Session, endpoint: E, input: InnerInput = {}) => {
    if (endpoint.method !== 'GET' && !writes.includes(endpoint))
      throw new AppError('forbidden', 'Forbidden');
    const { permission } = endpoint;
    if (
      permission !== 'public' &&
      permission !== 'session' &&
      !roleMay(session.user.role, permission)
    )
      throw new AppError('forbidden', 'Forbidden');
    const found = routes().find((route) => route.endpoint === endpoint);
    if (!found) throw new AppError('not-found', 'There is no such call');
    const given = {
      params: parsed(endpoint.params, input.params ?? {}),
      query: parsed(endpoint.query, input.query ?? {}),
      body: parsed(endpoint.body, input.body),
      form: {},
      session,
      request: new Request(`app://inside${endpoint.path}`),
    } as unknown as RouteInput<Endpoint>;
    const answer = await viewing(session.user.id, () => found.handle(given));
    if (answer instanceof Response) throw new AppError('internal', 'This call answers a file');
    const isPage = isPageAnswer(answer);
    return {
      body: (isPage ? answer.rows : answer) as ResponseOf<E>,
      total: isPage ? answer.total : null,
    };
  };
}
