/** The packs shipped with the product: read once, when somebody first asks for them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type {
  PackDetail,
  PackSummary,
} from '../../../shared/areas/compliance/frameworks.contract.ts';
import {
  type FrameworkPack,
  frameworkPackSchema,
} from '../../../shared/areas/compliance/pack.contract.ts';
import { countPack } from '../../../shared/areas/compliance/pack.rules.ts';

export interface PackLibrary {
  /** By name, then version. */
  list(): readonly FrameworkPack[];
  find(id: string): FrameworkPack | undefined;
}

/** @param folder resources/frameworks. A file that is no pack stops whoever asks: it is part of the product. */
export function createPackLibrary(folder: string): PackLibrary {
  let kept: readonly FrameworkPack[] | undefined;
  const list = () => {
    kept ??= readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .map((name) =>
        frameworkPackSchema.parse(JSON.parse(readFileSync(join(folder, name), 'utf8'))),
      )
      .sort(
        (a, b) => a.name.localeCompare(b.name, 'en') || a.version.localeCompare(b.version, 'en'),
      );
    return kept;
  };
  return { list, find: (id) => list().find((pack) => pack.id === id) };
}

export interface PackUse {
  readonly id: string;
  readonly name: string;
  readonly packId: string | null;
  readonly baseline: string | null;
}

/** `uses` are the frameworks of the workspace; `upgrades` those that can be brought up to this pack. */
export function summarizePack(
  pack: FrameworkPack,
  uses: readonly PackUse[],
  upgrades: readonly { id: string; name: string }[],
): PackSummary {
  const { requirements: items, format: _, baselineDefault, ...rest } = pack;
  const { unverified, supersedes, ...head } = rest;
  return {
    ...head,
    unverified: unverified ?? null,
    supersedes: supersedes ?? null,
    ...countPack(items),
    baselines: countBaselines(items, baselineDefault),
    adopted: uses
      .filter(({ packId }) => packId === pack.id)
      .map(({ id, name, baseline }) => ({ id, name, baseline })),
    upgrades: upgrades.map(({ id, name }) => ({ id, name })),
  };
}

export function detailPack(pack: FrameworkPack, summary: PackSummary): PackDetail {
  return { ...summary, items: pack.requirements };
}

/** In the order in which they first come; each with what stands in every one of them. */
export function countBaselines(
  items: FrameworkPack['requirements'],
  baselineDefault: FrameworkPack['baselineDefault'] = 'all',
): { name: string; requirements: number }[] {
  const asked = items.filter(({ kind }) => kind === 'requirement');
  const names = new Set(asked.flatMap(({ baselines }) => baselines ?? []));
  const unnamed = asked.filter(({ baselines }) => baselines === undefined).length;
  const inAll = baselineDefault === 'all' ? unnamed : 0;
  return [...names].map((name) => ({
    name,
    requirements: inAll + asked.filter(({ baselines }) => baselines?.includes(name)).length,
  }));
}
