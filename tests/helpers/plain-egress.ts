/**
 * The shape of the way out without its guards, for tests of connectors alone: what guards it is tested
 * where it is made.
 */
import { type IncomingMessage, request as plainRequest } from 'node:http';
import { request as safeRequest } from 'node:https';
import { type Egress, EgressFailure } from '../../src/main/platform/egress-port.ts';

export const plainEgress: Egress = (asked) =>
  new Promise((settle, refuse) => {
    const url = new URL(asked.url);
    const options = { method: asked.method, headers: asked.headers, signal: asked.signal };
    const open = url.protocol === 'https:' ? safeRequest : plainRequest;
    const request = open(url, { ...options, agent: false, ...(asked.tls ?? {}) });
    let failure: EgressFailure | null = null;
    const end = (why: EgressFailure) => {
      failure ??= why;
      request.destroy(why);
    };
    const timer = setTimeout(
      () => end(new EgressFailure('timeout', `${url.host} took too long to answer.`)),
      asked.limits.totalMs,
    );
    const fail = (error: Error) => {
      clearTimeout(timer);
      const kind = asked.signal.aborted ? 'cancelled' : 'unreachable';
      return failure ?? new EgressFailure(kind, `${url.host}: ${error.message}`);
    };
    request.on('error', (error) => refuse(fail(error)));
    request.on('response', (answer) => {
      answer.on('error', () => {});
      const status = answer.statusCode ?? 0;
      if (status >= 300 && status < 400) {
        end(
          new EgressFailure('redirected', `${url.host} points elsewhere: nothing was sent there.`),
        );
        return;
      }
      settle({
        status,
        header: (name) => [answer.headers[name.toLowerCase()] ?? []].flat().join(', ') || null,
        body: read(answer, {
          maxBytes: asked.limits.maxBytes,
          tooLarge: () => end(new EgressFailure('too-large', `${url.host} sent too much.`)),
          fail,
          release: () => clearTimeout(timer),
        }),
      });
    });
    request.end(asked.body ?? undefined);
  });

async function* read(
  answer: IncomingMessage,
  ports: {
    readonly maxBytes: number;
    tooLarge(): void;
    fail(error: Error): EgressFailure;
    release(): void;
  },
): AsyncGenerator<Uint8Array> {
  let size = 0;
  try {
    for await (const piece of answer as AsyncIterable<Uint8Array>) {
      size += piece.length;
      if (size > ports.maxBytes) ports.tooLarge();
      yield piece;
    }
  } catch (error) {
    throw ports.fail(error instanceof Error ? error : new Error(String(error)));
  } finally {
    ports.release();
    answer.destroy();
  }
}
