import { ConnectorFailure } from '../connector.types.ts';

/**
 * The work with an end of its own: a connector that does not listen to its signal is left behind.
 * @throws ConnectorFailure 'unavailable' where time is up, the signal's reason where somebody cancelled
 */
export async function withDeadline<T>(
  work: (signal: AbortSignal) => Promise<T>,
  ms: number,
  outer: AbortSignal,
): Promise<T> {
  const late = new ConnectorFailure(
    'unavailable',
    `The source took longer than ${Math.round(ms / 1000)} seconds for one page. It is asked again later.`,
  );
  const abort = new AbortController();
  const { promise: ended, reject } = Promise.withResolvers<never>();
  ended.catch(() => {});
  const end = (reason: unknown) => {
    reject(reason);
    abort.abort(reason);
  };
  const timer = setTimeout(() => end(late), ms);
  const onOuter = () => end(outer.reason);
  outer.addEventListener('abort', onOuter, { once: true });
  try {
    outer.throwIfAborted();
    const done = work(abort.signal);
    // Left behind it may still fail, and nobody listens.
    done.catch(() => {});
    return await Promise.race([done, ended]);
  } catch (error) {
    throw abort.signal.aborted ? abort.signal.reason : error;
  } finally {
    clearTimeout(timer);
    outer.removeEventListener('abort', onOuter);
  }
}
