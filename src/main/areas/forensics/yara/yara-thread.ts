/**
 * The thread in which YARA-X runs: it takes rules and files of strangers, can hang, and keeps the memory
 * it once took. Whoever started it ends it when it takes too long or too much (yara-engine.ts).
 * Defences: no file is opened but the module's own, nothing is written, no rule may include a file
 * (the module has no file system).
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { parentPort } from 'node:worker_threads';
import { Compiler, initSync, type Rules } from '@virustotal/yara-x';
import type {
  YaraMatch,
  YaraSource,
  YaraTarget,
} from '../../../../shared/areas/forensics/yara/yara.types.ts';
import { findAppRoot } from '../../../platform/app-root.ts';
import { type Reduced, reduceSource } from './compile-source.ts';
import { matchesOf, type RawResult } from './raw-matches.ts';
import { metaOf } from './rule-meta.ts';
import { textFor } from './target-text.ts';
import {
  type CompiledSource,
  MOST_MATCHES,
  type YaraAnswer,
  type YaraEnvelope,
  type YaraRequest,
} from './yara-protocol.ts';

const WASM = 'yara_x_js_bg.wasm';

/** Beside the bundle; from the sources, in the package. */
function wasmPath(): string {
  if (!import.meta.url.endsWith('.ts'))
    return join(findAppRoot(import.meta.dirname), 'out', 'main', WASM);
  const main = createRequire(import.meta.url).resolve('@virustotal/yara-x/package.json');
  return join(dirname(main), 'pkg', WASM);
}

interface Loaded {
  readonly sources: readonly { readonly name: string; readonly reduced: Reduced }[];
  readonly sets: Map<YaraTarget, { readonly rules: Rules; readonly count: number }>;
}

export function runYaraThread(): void {
  const port = parentPort;
  if (!port) throw new Error('runYaraThread needs a worker thread');
  const { memory } = initSync({ module: readFileSync(wasmPath()) });
  let loaded: Loaded = { sources: [], sets: new Map() };
  port.on('message', ({ id, body }: YaraEnvelope<YaraRequest>) => {
    const reply = (answer: YaraAnswer) =>
      port.postMessage({
        id,
        body: answer,
        memory: memory.buffer.byteLength,
      } satisfies YaraEnvelope<YaraAnswer>);
    try {
      if (body.type === 'load') {
        for (const { rules } of loaded.sets.values()) rules.free();
        loaded = { sources: reduceAll(body.sources), sets: new Map() };
        reply({ type: 'loaded', rules: countOf(loaded.sources) });
      } else if (body.type === 'compile')
        reply({ type: 'compiled', compiled: compile(body.source) });
      else reply({ type: 'scanned', ...scan(loaded, body) });
    } catch (error) {
      reply({ type: 'failed', message: error instanceof Error ? error.message : String(error) });
    }
  });
}

const reduceAll = (sources: readonly YaraSource[]): Loaded['sources'] =>
  sources.map(({ name, text }) => ({ name, reduced: reduceSource(text, () => new Compiler()) }));

const countOf = (sources: Loaded['sources']): number =>
  sources.reduce((sum, { reduced }) => sum + (reduced.text === '' ? 0 : reduced.slices.length), 0);

function compile({ text }: YaraSource): CompiledSource {
  const reduced = reduceSource(text, () => new Compiler());
  const { rules, problems } = reduced;
  const metas = reduced.text === '' ? new Map() : metaOf(reduced, () => new Compiler());
  return {
    problems,
    rules: rules.map((rule) => ({ ...rule, ...(metas.get(rule.identifier) ?? {}) })),
  };
}

function setFor(loaded: Loaded, target: YaraTarget) {
  const known = loaded.sets.get(target);
  if (known) return known;
  const compiler = new Compiler();
  let count = 0;
  for (const [index, { reduced }] of loaded.sources.entries()) {
    const { text, rules } = textFor(reduced, target);
    if (rules === 0) continue;
    count += rules;
    compiler.newNamespace(String(index));
    compiler.addSource(text);
  }
  const set = { rules: compiler.build(), count };
  compiler.free();
  loaded.sets.set(target, set);
  return set;
}

function scan(
  loaded: Loaded,
  { target, bytes, base }: Extract<YaraRequest, { type: 'scan' }>,
): { matches: readonly YaraMatch[]; rules: number } {
  const set = setFor(loaded, target);
  if (set.count === 0) return { matches: [], rules: 0 };
  const scanner = set.rules.scanner();
  try {
    scanner.setMaxMatchesPerPattern(MOST_MATCHES);
    const result = scanner.scan(bytes) as RawResult;
    const names = loaded.sources.map(({ name }) => name);
    return { matches: matchesOf(result, bytes, base, names), rules: set.count };
  } finally {
    scanner.free();
  }
}
