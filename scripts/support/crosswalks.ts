/** Shipped crosswalks, held against the packs that they link. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type CrosswalkFile,
  crosswalkFileSchema,
} from '../../src/shared/areas/compliance/crosswalk.contract.ts';
import type { PackRequirement } from '../../src/shared/areas/compliance/pack.contract.ts';
import { readPacks } from './packs.ts';
import { ROOT } from './project.ts';

const FOLDER = join(ROOT, 'resources/crosswalks');

export interface CheckedCrosswalk {
  readonly file: string;
  readonly crosswalk: CrosswalkFile;
  /** Requirements of the source that the file says it covers, and those of them with a link. */
  readonly covered: { readonly of: number; readonly linked: number };
  readonly problems: readonly string[];
}

type Requirements = ReadonlyMap<string, PackRequirement>;

function findRefProblems(crosswalk: CrosswalkFile, packs: ReadonlyMap<string, Requirements>) {
  const problems: string[] = [];
  for (const end of ['source', 'target'] as const) {
    const pack = packs.get(crosswalk[end]);
    if (!pack) problems.push(`there is no pack ${crosswalk[end]}`);
    for (const link of pack ? crosswalk.links : []) {
      const kind = pack?.get(link[end])?.kind;
      if (kind !== 'requirement') {
        problems.push(`${link[end]} is ${kind ?? 'nothing'} in ${crosswalk[end]}`);
      }
    }
  }
  return problems;
}

function findRepetitions({ links, repeated = [] }: CrosswalkFile): string[] {
  const pairs = new Set<string>();
  const rationales = new Set<string>();
  const problems: string[] = [];
  for (const { source, target, rationale } of links) {
    const pair = `${source} → ${target}`;
    if (pairs.has(pair)) problems.push(`${pair} stands twice`);
    pairs.add(pair);
    const words = rationale.toLowerCase().replace(/[^a-z0-9 ]/g, '');
    if (rationales.has(words) && !repeated.includes(rationale)) {
      problems.push(`${pair} says why in the words of another link`);
    }
    rationales.add(words);
  }
  return problems;
}

function coverage({ covers, links }: CrosswalkFile, source: Requirements) {
  const pattern = new RegExp(covers ?? '');
  const asked = [...source.values()].filter(
    ({ id, kind }) => kind === 'requirement' && pattern.test(id),
  );
  const linked = new Set(links.map((link) => link.source));
  return { asked, without: asked.filter(({ id }) => !linked.has(id)).map(({ id }) => id) };
}

/** Every problem of every shipped file, each as a sentence; throws on a file that is no crosswalk. */
export function checkCrosswalks(): CheckedCrosswalk[] {
  const packs = new Map<string, Requirements>(
    readPacks().map(({ pack }) => [
      pack.id,
      new Map(pack.requirements.map((requirement) => [requirement.id, requirement])),
    ]),
  );
  const files = readdirSync(FOLDER).filter((name) => name.endsWith('.json'));
  return files.sort().map((file) => {
    const parsed = crosswalkFileSchema.safeParse(
      JSON.parse(readFileSync(join(FOLDER, file), 'utf8')),
    );
    if (!parsed.success) throw new Error(`${file}: ${parsed.error.message}`);
    const crosswalk = parsed.data;
    const { asked, without } = coverage(crosswalk, packs.get(crosswalk.source) ?? new Map());
    const problems = [
      ...findRefProblems(crosswalk, packs),
      ...findRepetitions(crosswalk),
      ...without.map((id) => `${id} has no link`),
    ];
    if (file !== `${crosswalk.source}--${crosswalk.target}.json`) {
      problems.push('it is not named after its packs');
    }
    return {
      ...{ file, crosswalk, problems },
      covered: { of: asked.length, linked: asked.length - without.length },
    };
  });
}
