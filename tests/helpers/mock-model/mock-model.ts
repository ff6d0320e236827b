/**
 * A model on loopback that speaks the protocol over real HTTP and does what a test scripts:
 * `GET /v1/models` and `POST /v1/chat/completions` with server-sent events.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { misbehave } from './faults.ts';
import type { ChatBody, SeenRequest, Step } from './steps.ts';
import { streamText, streamTools } from './stream.ts';

export interface MockModelOptions {
  readonly models?: readonly string[];
  /** Where set, requests with another key are answered 401. */
  readonly key?: string;
  /** What answers where nothing is scripted; default: a model that passes every check of the probe. */
  readonly otherwise?: (request: SeenRequest) => Step;
  /** Characters of the prompt it sees; what is before them is dropped silently. */
  readonly context?: number;
  /** Another address than loopback's, where it must look like another machine. */
  readonly listenOn?: string;
}

export interface MockModel {
  /** `http://127.0.0.1:<port>/v1` */
  readonly baseUrl: string;
  /** All that reached it, in order. */
  readonly seen: readonly SeenRequest[];
  /** Chat requests only. */
  readonly chats: readonly SeenRequest[];
  /** All that reached another origin: must stay empty. */
  readonly strangers: readonly SeenRequest[];
  /** The next chat requests are answered by these, in order, then by `otherwise`. */
  script(...steps: readonly (Step | ((request: SeenRequest) => Step))[]): void;
  /** Answers every request from now on; forgets what was scripted. */
  always(step: Step | ((request: SeenRequest) => Step)): void;
  /** Connections that are open now. */
  connections(): Promise<number>;
  close(): Promise<void>;
}

async function read(request: IncomingMessage): Promise<SeenRequest> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const text = Buffer.concat(parts).toString('utf8');
  let body: ChatBody | null = null;
  try {
    body = JSON.parse(text) as ChatBody;
  } catch {
    // Stays null: a test may want to see it.
  }
  const { method = '', url: path = '', headers } = request;
  return { method, path, headers, text, body };
}

/** Does what the probe asks: says the word, obeys a schema, calls the tool, reports the canary. */
export function helpfulModel({ body }: SeenRequest): Step {
  const last = body?.messages.at(-1);
  const tool = body?.tools?.[0];
  if (last?.role === 'tool') return { text: last.content ?? '' };
  const whole = (body?.messages ?? []).map(({ content }) => content ?? '').join('\n');
  const canary = /canary is (\S+?)[.\s]/.exec(whole)?.[1];
  if (canary) return { text: canary };
  if (tool) return { tools: [{ name: tool.function.name, arguments: { word: 'harbour' } }] };
  if (body?.response_format) return { text: '{"word":"harbour","count":3}' };
  return { text: 'harbour' };
}

async function listen(server: Server, address = '127.0.0.1'): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, address, resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function shut(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}

function truncated(request: SeenRequest, context: number | undefined): SeenRequest {
  if (context === undefined || !request.body) return request;
  const kept = JSON.stringify(request.body.messages).slice(-context);
  return { ...request, body: { ...request.body, messages: [{ role: 'user', content: kept }] } };
}

async function answer(
  response: ServerResponse,
  step: Step,
  { body, elsewhere }: { body: ChatBody; elsewhere: string },
): Promise<void> {
  if ('fault' in step) await misbehave(response, step, { model: body.model, elsewhere });
  else if ('tools' in step) streamTools(response, body, step);
  else await streamText(response, body, step);
}

export async function startMockModel(options: MockModelOptions = {}): Promise<MockModel> {
  const { models = ['mock-large'], key, context } = options;
  const seen: SeenRequest[] = [];
  const strangers: SeenRequest[] = [];
  const queue: (Step | ((request: SeenRequest) => Step))[] = [];
  let fallback: Step | ((request: SeenRequest) => Step) = options.otherwise ?? helpfulModel;

  const stranger = createServer(async (request, response) => {
    strangers.push(await read(request));
    response.end('{}');
  });
  const elsewhere = (await listen(stranger)).replace('127.0.0.1', 'localhost');

  const json = (response: ServerResponse, status: number, body: unknown) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  };
  const server = createServer(async (request, response) => {
    response.on('error', () => {});
    const one = await read(request).catch(() => undefined);
    if (!one) return;
    seen.push(one);
    const given = one.headers['api-key'] ?? String(one.headers.authorization ?? '').slice(7);
    if (key !== undefined && given !== key)
      return json(response, 401, { error: { message: `Incorrect API key provided: ${given}` } });
    const path = one.path.replace(/\?.*$/, '');
    if (one.method === 'GET' && path.endsWith('/models'))
      return json(response, 200, {
        object: 'list',
        data: models.map((id) => ({ id, object: 'model', created: 1, owned_by: 'mock' })),
      });
    if (one.method !== 'POST' || !path.endsWith('/chat/completions') || !one.body)
      return json(response, 404, { error: { message: 'no such path' } });
    if (!models.includes(one.body.model))
      return json(response, 404, { error: { message: `model '${one.body.model}' not found` } });
    const next = queue.shift() ?? fallback;
    const step = typeof next === 'function' ? next(truncated(one, context)) : next;
    await answer(response, step, { body: one.body, elsewhere });
  });
  server.on('clientError', () => {});
  const origin = await listen(server, options.listenOn);

  return {
    baseUrl: `${origin}/v1`,
    seen,
    get chats() {
      return seen.filter(({ path }) => path.includes('/chat/completions'));
    },
    strangers,
    script: (...steps) => {
      queue.push(...steps);
    },
    always(step) {
      queue.length = 0;
      fallback = step;
    },
    connections: () =>
      new Promise((resolve, reject) =>
        server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
      ),
    close: async () => {
      await Promise.all([shut(server), shut(stranger)]);
    },
  };
}
