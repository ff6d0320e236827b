/**
 * OSCAL profiles (NIST, OSCAL 1.1.3, profile model and "profile resolution"): which controls of other
 * documents are taken. Resolved here: chains of imports, include and exclude by id, by pattern and
 * with children, and values of parameters where a catalog carries the text. Not applied, and said to
 * be so: `alters`, and an order of its own (`merge.custom`).
 */
import { basename } from 'node:path';
import type { LeftOut } from '../../../shared/areas/compliance/framework-import.contract.ts';
import type { FrameworkPack } from '../../../shared/areas/compliance/pack.contract.ts';
import { placeRequirements } from '../../../shared/areas/compliance/upgrade.rules.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import { cut, type DraftFramework, leaveOut, tidyFramework } from './framework-import.draft.ts';
import {
  headOf,
  isObject,
  type Json,
  objectsOf,
  type ReadCatalog,
  readCatalog,
  textOf,
} from './framework-import.oscal.ts';
import { packOfHint, printedId } from './framework-import.refs.ts';

/** A document that was chosen together with the profile. */
export interface SuppliedDocument {
  readonly fileName: string;
  /** The whole file: `{ catalog }` or `{ profile }`. */
  readonly document: unknown;
}

export interface ProfileWorld {
  readonly supplied: readonly SuppliedDocument[];
  readonly packs: () => readonly FrameworkPack[];
}

export interface ReadProfile {
  readonly framework: DraftFramework;
  readonly notes: string[];
}

/** Deeper chains than this are no chains of anybody's baselines. */
const MAX_CHAIN = 20;

export function readProfile(
  profile: unknown,
  world: ProfileWorld,
  leftOut: LeftOut[],
): ReadProfile {
  if (!isObject(profile)) throw new AppError('bad-input', 'This OSCAL profile is empty.');
  const notes: string[] = [];
  const resolver = new ProfileResolver(world, leftOut, notes);
  const chosen = resolver.resolve(profile, []);
  resolver.noteUnused();
  const keepsStructure = isObject(profile.merge) && profile.merge['as-is'] === true;
  const items = chosen.flatMap(({ source: { framework }, ids }) =>
    keepChosen(framework, keepsStructure ? withParents(framework, ids) : ids),
  );
  if (items.length === 0) {
    throw new AppError('bad-input', 'This OSCAL profile chooses no control of what it imports.');
  }
  return { framework: tidyFramework(headOf(profile), items, leftOut), notes };
}

/** A structure that is kept needs the controls that chosen enhancements stand under. */
function withParents({ requirements }: DraftFramework, ids: ReadonlySet<string>): Set<string> {
  const byId = new Map(requirements.map((item) => [item.id, item]));
  const all = new Set(ids);
  for (const id of ids) {
    for (
      let at = byId.get(id)?.parent;
      at !== undefined && !all.has(at);
      at = byId.get(at)?.parent
    ) {
      if (byId.get(at)?.kind === 'requirement') all.add(at);
      else break;
    }
  }
  return all;
}

/** What is chosen of a catalog, by printed ids, with the groups above. */
function keepChosen({ requirements }: DraftFramework, ids: ReadonlySet<string>) {
  const marked = requirements.map(({ baselines: _, ...item }) => ({
    ...item,
    ...(item.kind === 'requirement' ? { baselines: [ids.has(item.id) ? 'chosen' : 'other'] } : {}),
  }));
  const { groups, requirements: chosen } = placeRequirements(marked, 'chosen');
  const kinds = new Set(groups.map(({ ref }) => ref));
  return [...groups, ...chosen]
    .sort((a, b) => a.position - b.position)
    .map(({ ref, parentRef, title, text, weight }) => ({
      ...{ id: ref, title, kind: kinds.has(ref) ? ('group' as const) : ('requirement' as const) },
      ...(parentRef === null ? {} : { parent: parentRef }),
      ...(text === null ? {} : { text }),
      ...(weight === 1 ? {} : { weight }),
    }));
}

interface Chosen {
  readonly source: ReadCatalog;
  readonly ids: Set<string>;
}

class ProfileResolver {
  readonly #world: ProfileWorld;
  readonly #leftOut: LeftOut[];
  readonly #notes: string[];
  readonly #values = new Map<string, string>();
  readonly #used = new Set<string>();
  /** Each catalog is read once, so that what several imports choose of it comes together. */
  readonly #sources = new Map<unknown, Chosen>();

  constructor(world: ProfileWorld, leftOut: LeftOut[], notes: string[]) {
    this.#world = world;
    this.#leftOut = leftOut;
    this.#notes = notes;
  }

  /** @param chain the profiles on the way here, by what they are called. */
  resolve(profile: Json, chain: readonly Json[]): Chosen[] {
    const name = headOf(profile).name;
    if (chain.includes(profile) || chain.length > MAX_CHAIN) {
      const way = [...chain, profile].map((one) => `"${cut(headOf(one).name, 60)}"`);
      throw new AppError(
        'bad-input',
        `Profiles import each other in a circle: ${way.slice(-4).join(' → ')}. Take one of the imports out.`,
      );
    }
    this.#readModifications(profile);
    const imports = objectsOf(profile.imports);
    if (imports.length === 0) {
      throw new AppError('bad-input', `The OSCAL profile "${cut(name, 80)}" imports nothing.`);
    }
    const found = new Map<ReadCatalog, Chosen>();
    for (const one of imports) {
      for (const { source, ids } of this.#import(profile, one, [...chain, profile])) {
        const known = found.get(source);
        if (known) for (const id of ids) known.ids.add(id);
        else found.set(source, { source, ids: new Set(ids) });
      }
    }
    return [...found.values()];
  }

  noteUnused(): void {
    const unused = [...this.#values.keys()].filter((id) => !this.#used.has(id));
    if (unused.length === 0) return;
    this.#notes.push(
      `${unused.length} values of parameters were not applied: the text that is there has no such parameter.`,
    );
  }

  #import(profile: Json, one: Json, chain: readonly Json[]): Chosen[] {
    const href = textOf(one.href) ?? '';
    const inner = this.#find(profile, href, objectsOf(profile.imports).length);
    const chosen =
      'profile' in inner ? this.resolve(inner.profile, chain) : [this.#all(inner.key, inner.read)];
    return chosen.map(({ source, ids }) => ({ source, ids: this.#select(one, source, ids, href) }));
  }

  #all(key: unknown, read: () => ReadCatalog): Chosen {
    let source = this.#sources.get(key)?.source;
    if (!source) {
      source = read();
      for (const id of source.usedValues) this.#used.add(id);
    }
    const requirements = source.framework.requirements.filter(({ kind }) => kind === 'requirement');
    const all = { source, ids: new Set(requirements.map(({ id }) => id)) };
    this.#sources.set(key, all);
    return all;
  }

  #select(one: Json, source: ReadCatalog, among: Set<string>, href: string): Set<string> {
    const included = Array.isArray(one['include-controls'])
      ? this.#matching(objectsOf(one['include-controls']), source, among, href)
      : new Set(among);
    const excluded = this.#matching(objectsOf(one['exclude-controls']), source, among, href);
    return new Set([...included].filter((id) => !excluded.has(id)));
  }

  #matching(
    selections: readonly Json[],
    source: ReadCatalog,
    among: ReadonlySet<string>,
    href: string,
  ): Set<string> {
    const wanted = selections.flatMap((selection) => [
      ...this.#named(selection, source, among, href),
      ...objectsOf(selection.matching).flatMap(({ pattern }) => likeIt(textOf(pattern), source)),
    ]);
    return new Set(wanted.filter((ref) => among.has(ref)));
  }

  /** Printed ids that a selection names one by one; those that are not there are told. */
  #named(selection: Json, source: ReadCatalog, among: ReadonlySet<string>, href: string): string[] {
    const ids = Array.isArray(selection['with-ids']) ? selection['with-ids'] : [];
    const withChildren = selection['with-child-controls'] === 'yes';
    const print = (id: string) => source.refs.get(id) ?? printedId(id);
    return ids
      .flatMap((id) => textOf(id) ?? [])
      .flatMap((id) => {
        if (!among.has(print(id))) this.#missing(id, href, source);
        return (withChildren ? [id, ...descendants(id, source)] : [id]).map(print);
      });
  }

  #missing(id: string, href: string, source: ReadCatalog): void {
    const ref = source.refs.get(id) ?? printedId(id);
    const known = source.framework.requirements.find((item) => item.id === ref);
    const reason =
      known?.kind === 'withdrawn'
        ? 'It is withdrawn in the catalog that the profile imports'
        : `It is not in ${cut(source.framework.name, 60)}, which the profile imports`;
    leaveOut(this.#leftOut, { where: `${id} (${cut(href, 40)})`, reason });
  }

  #readModifications(profile: Json): void {
    const modify = isObject(profile.modify) ? profile.modify : {};
    for (const param of objectsOf(modify['set-parameters'])) {
      const id = textOf(param['param-id']);
      const values = Array.isArray(param.values)
        ? param.values.flatMap((v) => textOf(v) ?? [])
        : [];
      const value = values.length > 0 ? values.join(', ') : constraintOf(param);
      // The outermost profile, which is read first, has the last word.
      if (id !== undefined && value !== undefined && !this.#values.has(id))
        this.#values.set(id, value);
    }
    for (const alter of objectsOf(modify.alters)) {
      const where = `alters of ${textOf(alter['control-id']) ?? '(no id)'}`;
      const [adds, removes] = [objectsOf(alter.adds).length, objectsOf(alter.removes).length];
      const reason = `${adds} additions and ${removes} removals of parts are not applied; look at them in the profile`;
      leaveOut(this.#leftOut, { where, reason });
    }
    if (isObject(profile.merge) && profile.merge.custom !== undefined) {
      this.#notes.push("The profile's own order of groups was not applied; the catalog's is kept.");
    }
  }

  #find(
    profile: Json,
    href: string,
    importCount: number,
  ): { profile: Json } | { key: unknown; read: () => ReadCatalog } {
    const names = namesOf(profile, href);
    const uuid = href.startsWith('#') ? href.slice(1) : undefined;
    const { supplied, packs } = this.#world;
    const byName = supplied.find(
      ({ fileName, document }) =>
        names.includes(basename(fileName).toLowerCase()) || uuidOf(document) === uuid,
    );
    const pack = names
      .map((name) => packOfHint(packs(), name))
      .find((found) => found !== undefined);
    const only = importCount === 1 && supplied.length === 1 ? supplied[0] : undefined;
    const document = byName ?? (pack ? undefined : only);
    if (document) {
      if (!byName) this.#notes.push(`${document.fileName} was taken for ${names[0] ?? href}.`);
      return this.#document(document);
    }
    if (pack) {
      this.#notes.push(
        `The controls are those of the pack ${pack.name} ${pack.version}, shipped with Watchfloor.`,
      );
      return { key: pack, read: () => catalogOfPack(pack) };
    }
    throw new AppError(
      'bad-input',
      `The profile "${cut(headOf(profile).name, 80)}" imports ${cut(names[0] ?? href, 120)}, which is neither shipped nor among the chosen files. Choose that file together with the profile.`,
    );
  }

  #document({ fileName, document }: SuppliedDocument) {
    if (isObject(document) && isObject(document.profile)) return { profile: document.profile };
    if (isObject(document) && isObject(document.catalog)) {
      const { catalog } = document;
      return { key: catalog, read: () => readCatalog(catalog, this.#leftOut, this.#values) };
    }
    throw new AppError('bad-input', `${fileName} is neither an OSCAL catalog nor a profile.`);
  }
}

function descendants(id: string, { children }: ReadCatalog): string[] {
  const found = new Set<string>();
  const open = [id];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    for (const child of children.get(at) ?? []) {
      if (found.has(child)) continue;
      found.add(child);
      open.push(child);
    }
  }
  return [...found];
}

function constraintOf(param: Json): string | undefined {
  const texts = objectsOf(param.constraints).flatMap(
    ({ description }) => textOf(description) ?? [],
  );
  return texts.length > 0 ? texts.join('; ') : textOf(param.label);
}

function likeIt(pattern: string | undefined, { refs }: ReadCatalog): string[] {
  if (pattern === undefined) return [];
  const matches = globOf(pattern);
  return [...refs].flatMap(([id, ref]) => (matches.test(id) ? [ref] : []));
}

/** `*` and `?` as in file names; everything else stands for itself. */
function globOf(pattern: string): RegExp {
  const escaped = pattern
    .slice(0, 200)
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replace(/\*+/g, '[^]*')
    .replace(/\?/g, '[^]');
  return new RegExp(`^${escaped}$`);
}

/** What a reference may be called: the names of files under its back-matter resource, or its own. */
function namesOf(profile: Json, href: string): string[] {
  const fileOf = (address: string) => basename(address.split(/[?#]/)[0] ?? '').toLowerCase();
  if (!href.startsWith('#')) return [fileOf(href)];
  const backMatter = isObject(profile['back-matter']) ? profile['back-matter'] : {};
  const resource = objectsOf(backMatter.resources).find(({ uuid }) => uuid === href.slice(1));
  if (!resource) {
    throw new AppError(
      'bad-input',
      `The profile "${cut(headOf(profile).name, 80)}" refers to ${cut(href, 60)}, which its back matter does not have.`,
    );
  }
  const names = objectsOf(resource.rlinks).flatMap((link) => textOf(link.href) ?? []);
  return names
    .map(fileOf)
    .sort((a, b) => Number(b.endsWith('.json')) - Number(a.endsWith('.json')));
}

function uuidOf(document: unknown): string | undefined {
  if (!isObject(document)) return undefined;
  const inner = document.catalog ?? document.profile;
  return isObject(inner) ? textOf(inner.uuid) : undefined;
}

function catalogOfPack(pack: FrameworkPack): ReadCatalog {
  const { name, version, publisher, licence, source, category, requirements } = pack;
  return {
    framework: {
      ...{ name, version, publisher, licence, source, category },
      ...{ description: null, requirements, answers: [] },
    },
    refs: new Map(requirements.map(({ id }) => [oscalId(id), id])),
    children: new Map(
      [...Map.groupBy(requirements, ({ parent }) => parent)].flatMap(([parent, items]) =>
        parent === undefined
          ? []
          : [[oscalId(parent), items.map(({ id }) => oscalId(id))] as const],
      ),
    ),
    usedValues: new Set(),
  };
}

/** AC-2(1) is `ac-2.1` in OSCAL. */
const oscalId = (ref: string) => ref.toLowerCase().replace(/\((\w+)\)/g, '.$1');
