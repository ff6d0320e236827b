/** Every way an endpoint can misbehave, over real HTTP. */
import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { createGzip } from 'node:zlib';
import { exhaustive } from '../../../src/shared/kernel/exhaustive.ts';
import type { ChatBody, Fault } from './steps.ts';
import { beginStream, chunk, DONE, streamTools, usageChunk } from './stream.ts';

const MIB = 1024 * 1024;

/** Waits until the other side gives up; nothing else ends it. */
const forEver = (response: ServerResponse): Promise<void> =>
  new Promise((resolve) => response.on('close', () => resolve()));

async function pour(
  response: ServerResponse,
  piece: string | Buffer,
  times: number,
): Promise<void> {
  for (let n = 0; n < times && !response.destroyed; n++) {
    if (!response.write(piece))
      await Promise.race([
        new Promise((resolve) => response.once('drain', resolve)),
        forEver(response),
      ]);
  }
}

export async function misbehave(
  response: ServerResponse,
  fault: Fault,
  { model, elsewhere }: Pick<ChatBody, 'model'> & { elsewhere: string },
): Promise<void> {
  const say = (content: string) => response.write(chunk(model, { content }));
  const json = (status: number, body: unknown, headers: Record<string, string> = {}) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };
  switch (fault.fault) {
    case 'refuse':
      response.destroy();
      return;
    case 'status': {
      const error = { message: `scripted ${fault.status}`, type: 'scripted', code: null };
      json(fault.status, fault.body ?? { error }, fault.headers);
      return;
    }
    case 'redirect':
      response.writeHead(fault.status ?? 307, { location: `${elsewhere}/v1/chat/completions` });
      response.end();
      return;
    case 'stall':
      if (fault.where !== 'before-headers') {
        beginStream(response);
        say('The host ');
        if (fault.where === 'mid-chunk') response.write('data: {"id":"chatcmpl-mock","choi');
      }
      await forEver(response);
      return;
    case 'cut':
      beginStream(response);
      say('The host was ');
      await pause(20);
      if (fault.how === 'clean') response.end();
      else response.destroy();
      return;
    case 'html':
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end('<!doctype html><title>Sign in</title><p>Welcome to the portal</p>');
      return;
    case 'content-type':
      response.writeHead(200, { 'content-type': fault.type });
      response.end(chunk(model, { content: 'hello' }, 'stop') + DONE);
      return;
    case 'bad-json':
      beginStream(response);
      say('The ');
      response.end(`data: {"choices": [{"delta": {"content": "ho\n\n${DONE}`);
      return;
    case 'wrong-shape':
      beginStream(response);
      response.end(`data: {"answer":"yes","choices":"none"}\n\ndata: [1,2,3]\n\n${DONE}`);
      return;
    case 'error-in-stream':
      beginStream(response);
      say('The ');
      response.end(`data: {"error":{"message":"${fault.message ?? 'out of memory'}"}}\n\n`);
      return;
    case 'empty':
      beginStream(response);
      response.end();
      return;
    default:
      return misbehaveMore(response, fault, model);
  }
}

type EarlyFault =
  | 'refuse'
  | 'status'
  | 'redirect'
  | 'stall'
  | 'cut'
  | 'html'
  | 'content-type'
  | 'bad-json'
  | 'wrong-shape'
  | 'error-in-stream'
  | 'empty';

async function misbehaveMore(
  response: ServerResponse,
  fault: Exclude<Fault, { fault: EarlyFault }>,
  model: string,
): Promise<void> {
  switch (fault.fault) {
    case 'endless':
      beginStream(response);
      await pour(response, chunk(model, { content: 'again and again, ' }).repeat(64), Infinity);
      return;
    case 'huge-line':
      beginStream(response);
      response.write('data: {"choices":[{"index":0,"delta":{"content":"');
      await pour(response, 'A'.repeat(65_536), (fault.bytes ?? 10 * MIB) / 65_536);
      if (!response.destroyed) response.end(`"},"finish_reason":"stop"}]}\n\n${DONE}`);
      return;
    case 'huge-json':
      response.writeHead(500, { 'content-type': 'application/json' });
      await pour(response, 'A'.repeat(65_536), (fault.bytes ?? 10 * MIB) / 65_536);
      response.end();
      return;
    case 'huge-headers':
      response.setHeader('x-much', 'A'.repeat(200_000));
      beginStream(response);
      response.end(DONE);
      return;
    case 'wrong-encoding':
      beginStream(response);
      if (fault.how === 'utf-16')
        response.end(Buffer.from(chunk(model, { content: 'hi' }, 'stop') + DONE, 'utf16le'));
      else
        response.end(
          Buffer.concat([
            Buffer.from('data: {"choices":[{"index":0,"delta":{"content":"'),
            Buffer.from([0xff, 0xfe, 0xc3, 0x28]),
            Buffer.from(`"},"finish_reason":"stop"}]}\n\n${DONE}`),
          ]),
        );
      return;
    case 'gzip-bomb': {
      response.writeHead(200, { 'content-type': 'text/event-stream', 'content-encoding': 'gzip' });
      const gzip = createGzip();
      gzip.on('error', () => {});
      gzip.pipe(response);
      response.on('close', () => gzip.destroy());
      const zeros = Buffer.alloc(MIB);
      const pieces = (fault.bytes ?? 200 * MIB) / MIB;
      for (let n = 0; n < pieces && !gzip.destroyed; n++)
        await new Promise((resolve) => {
          gzip.once('close', resolve);
          gzip.write(zeros, resolve);
        });
      if (!gzip.destroyed) gzip.end();
      return;
    }
    case 'slow-drip': {
      beginStream(response);
      const line = chunk(model, { content: 'drip' });
      for (let n = 0; !response.destroyed; n++) {
        response.write(line[n % line.length]);
        await pause(fault.everyMs ?? 20);
      }
      return;
    }
    case 'heartbeats':
      beginStream(response);
      while (!response.destroyed) {
        response.write(': still here\n\n');
        await pause(fault.everyMs ?? 20);
      }
      return;
    default:
      return misfinish(response, fault, model);
  }
}

function misfinish(
  response: ServerResponse,
  fault: Extract<
    Fault,
    { fault: 'duplicate-finish' | 'no-finish' | 'no-usage' | 'content-filter' | 'many-tools' }
  >,
  model: string,
): void {
  const calls = fault.fault === 'many-tools' ? (fault.calls ?? 500) : 0;
  if (fault.fault === 'many-tools') {
    const tools = Array.from({ length: calls }, () => ({ name: 'get_alert', arguments: {} }));
    streamTools(response, { model, messages: [] }, { tools });
    return;
  }
  beginStream(response);
  response.write(chunk(model, { content: 'All is well.' }));
  switch (fault.fault) {
    case 'duplicate-finish':
      response.write(chunk(model, {}, 'stop'));
      response.write(chunk(model, { content: ' And more.' }));
      response.write(chunk(model, {}, 'length'));
      response.write(usageChunk(model, 10, 4));
      break;
    case 'no-finish':
      response.write(usageChunk(model, 10, 4));
      break;
    case 'no-usage':
      response.write(chunk(model, {}, 'stop'));
      break;
    case 'content-filter':
      response.write(chunk(model, {}, 'content_filter'));
      break;
    default:
      exhaustive(fault);
  }
  response.end(DONE);
}
