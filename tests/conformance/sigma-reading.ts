/** How the conformance tests read rules and ask them. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadSigmaPorts } from '../../src/main/areas/forensics/sigma-ports.ts';
import {
  type ParseOptions,
  parseSigma,
} from '../../src/shared/areas/forensics/sigma/parse-sigma.ts';
import type {
  FlatEvent,
  SigmaDocument,
  SigmaEntry,
  SigmaLogsource,
} from '../../src/shared/areas/forensics/sigma/sigma.types.ts';
import { compileSigma, type SigmaSet } from '../../src/shared/areas/forensics/sigma/sigma-set.ts';
import { SHARED_DATA } from '../helpers/import-file.ts';

export const SIGMA = join(SHARED_DATA, 'sigma');

export async function readEntries(
  text: string,
  options?: ParseOptions,
): Promise<readonly SigmaEntry[]> {
  return parseSigma(text, await loadSigmaPorts(), options);
}

/** @throws Error with the reasons where a document is not ready. */
export async function readDocuments(
  text: string,
  options?: ParseOptions,
): Promise<readonly SigmaDocument[]> {
  return (await readEntries(text, options)).map((entry) => {
    if (entry.state !== 'ready') throw new Error(entry.reasons.join('; '));
    return entry.document;
  });
}

export async function compileText(text: string, options?: ParseOptions): Promise<SigmaSet> {
  return compileSigma(await readDocuments(text, options), await loadSigmaPorts());
}

/** Rules of the folders that begin with `rules`. */
export async function readCorpus(): Promise<readonly { file: string; entry: SigmaEntry }[]> {
  const ports = await loadSigmaPorts();
  return globSync('rules*/**/*.yml', { cwd: SIGMA }).flatMap((file) =>
    parseSigma(readFileSync(join(SIGMA, file), 'utf8'), ports).map((entry) => ({ file, entry })),
  );
}

export const TEST_SOURCE: SigmaLogsource = { product: 'test' };

/** A rule about events declared as `test`, from the lines below `detection:`. */
export function ruleText(detection: string, head = 'title: A rule'): string {
  const lines = detection.split('\n').filter((line) => line.trim() !== '');
  const indented = lines.map((line) => `  ${line}`).join('\n');
  return `${head}\nlogsource:\n  product: test\ndetection:\n${indented}\n`;
}

/** Asks one rule about events, whose condition is `a` unless it says another. */
export async function asking(
  detection: string,
  options?: ParseOptions,
): Promise<(event: FlatEvent) => boolean> {
  const whole = detection.includes('condition:') ? detection : `${detection}\ncondition: a`;
  const set = await compileText(ruleText(whole), options);
  if (set.rules.length !== 1) throw new Error(set.lines.flatMap(({ reasons }) => reasons).join());
  return (event) => set.match(event, TEST_SOURCE).length > 0;
}

/** The state and the reasons of a single document, read and compiled. */
export async function verdictOn(text: string): Promise<string> {
  const [entry] = await readEntries(text);
  if (entry?.state !== 'ready') return `${entry?.state}: ${entry?.reasons.join('; ')}`;
  const { lines } = compileSigma([entry.document], await loadSigmaPorts());
  const [line] = lines;
  return line?.state === 'ready' ? 'ready' : `${line?.state}: ${line?.reasons.join('; ')}`;
}
