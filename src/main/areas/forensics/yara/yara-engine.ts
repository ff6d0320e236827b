/**
 * YARA-X in a thread of its own, from the side of who asks. It starts with the first question; a question
 * that takes too long, or a module that took too much memory, ends it, and the next question starts
 * another one with the same rules.
 */
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type {
  YaraMatch,
  YaraSource,
  YaraTarget,
} from '../../../../shared/areas/forensics/yara/yara.types.ts';
import { findAppRoot } from '../../../platform/app-root.ts';
import { SMALL_YOUNG_HEAP_MB } from '../../../platform/thread-heaps.ts';
import type { CompiledSource, YaraAnswer, YaraEnvelope, YaraRequest } from './yara-protocol.ts';

const COMPILE_MS = 20_000;
const LOAD_MS = 120_000;
/** The module never gives memory back: beyond it the thread is made anew. */
const MOST_MEMORY = 768 * 1_048_576;
const LIMITS = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: SMALL_YOUNG_HEAP_MB };

/** It was ended: by its time, or by its own death. */
export class YaraStopped extends Error {}

function workerEntry(): string | URL {
  if (import.meta.url.endsWith('.ts')) {
    return new URL('../../../workers/yara-worker.ts', import.meta.url);
  }
  return join(findAppRoot(import.meta.dirname), 'out', 'main', 'yara-worker.js');
}

export class YaraEngine {
  #worker: Worker | null = null;
  #nextId = 1;
  #sources: readonly YaraSource[] = [];
  #isLoaded = false;

  /** Texts that following scans run; compiled at the first one. */
  use(sources: readonly YaraSource[]): void {
    this.#sources = sources;
    this.#isLoaded = false;
  }

  /** @throws YaraStopped where it takes too long or dies of it. */
  async compile(source: YaraSource): Promise<CompiledSource> {
    const answer = await this.#ask({ type: 'compile', source }, COMPILE_MS);
    if (answer.type !== 'compiled') throw new YaraStopped(messageOf(answer));
    return answer.compiled;
  }

  /** @throws YaraStopped where it takes longer than `most` ms. `bytes` are moved, not copied. */
  async scan(
    target: YaraTarget,
    bytes: Uint8Array<ArrayBuffer>,
    base: number,
    most: number,
  ): Promise<{ matches: readonly YaraMatch[]; rules: number }> {
    if (!this.#isLoaded) {
      const loaded = await this.#ask({ type: 'load', sources: this.#sources }, LOAD_MS);
      if (loaded.type !== 'loaded') throw new YaraStopped(messageOf(loaded));
      this.#isLoaded = true;
    }
    const answer = await this.#ask({ type: 'scan', target, bytes, base }, most, [bytes.buffer]);
    if (answer.type !== 'scanned') throw new YaraStopped(messageOf(answer));
    return answer;
  }

  async close(): Promise<void> {
    const worker = this.#worker;
    this.#worker = null;
    this.#isLoaded = false;
    await worker?.terminate();
  }

  async #ask(
    body: YaraRequest,
    most: number,
    transfer: readonly ArrayBuffer[] = [],
  ): Promise<YaraAnswer> {
    this.#worker ??= new Worker(workerEntry(), { resourceLimits: LIMITS });
    const worker = this.#worker;
    const id = this.#nextId++;
    const { promise, resolve, reject } = Promise.withResolvers<YaraEnvelope<YaraAnswer>>();
    const stop = (why: string) => reject(new YaraStopped(why));
    const timer = setTimeout(() => stop('it takes too long'), most);
    const onMessage = (envelope: YaraEnvelope<YaraAnswer>) => {
      if (envelope.id === id) resolve(envelope);
    };
    const onError = () => stop('it broke off');
    worker.on('message', onMessage);
    worker.on('error', onError);
    worker.on('exit', onError);
    try {
      const envelope = { id, body, memory: 0 } satisfies YaraEnvelope<YaraRequest>;
      worker.postMessage(envelope, transfer);
      const answer = await promise;
      if (answer.memory > MOST_MEMORY) await this.close();
      return answer.body;
    } catch (error) {
      await this.close();
      throw error;
    } finally {
      clearTimeout(timer);
      worker.off('message', onMessage);
      worker.off('error', onError);
      worker.off('exit', onError);
    }
  }
}

function messageOf(answer: YaraAnswer): string {
  return answer.type === 'failed' ? answer.message : 'it answered something else';
}
