import type { PageAnswer, PageRequest } from '../messages.ts';
import { app } from './app.ts';
import { handlers } from './parent.ts';

type SchemeHandler = (request: Request) => Promise<Response> | Response;

class Protocol {
  readonly privileged = new Set<string>();
  readonly #handlersByScheme = new Map<string, SchemeHandler>();

  registerSchemesAsPrivileged(schemes: readonly { readonly scheme: string }[]): void {
    if (app.isReady()) throw new Error('registerSchemesAsPrivileged must be called before ready');
    for (const { scheme } of schemes) this.privileged.add(scheme);
  }

  handle(scheme: string, handler: SchemeHandler): void {
    if (!app.isReady()) throw new Error('protocol can only be used after app is ready');
    if (!this.privileged.has(scheme)) throw new Error(`${scheme} has no origin: not privileged`);
    this.#handlersByScheme.set(scheme, handler);
  }

  /** As Electron builds the request and reads the answer; the body comes at once, not as a stream. */
  async answer(asked: PageRequest): Promise<PageAnswer> {
    const scheme = new URL(asked.url).protocol.slice(0, -1);
    const handler = this.#handlersByScheme.get(scheme);
    if (!handler) throw new Error(`Nothing serves ${scheme}:`);
    const headers = new Headers(asked.headers.map(([name, value]) => [name, value]));
    if (headers.get('origin') === 'null') headers.delete('origin');
    const body = asked.body ? new Uint8Array(asked.body) : null;
    const response = await handler(new Request(asked.url, { method: asked.method, headers, body }));
    return {
      status: response.status,
      statusText: response.statusText,
      headers: [...response.headers],
      body: new Uint8Array(await response.arrayBuffer()),
    };
  }
}

export const protocol = new Protocol();

handlers['protocol.answer'] = (asked: PageRequest) => protocol.answer(asked);
