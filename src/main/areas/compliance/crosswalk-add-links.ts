/** Finds the ends of imported links among packs and frameworks, and writes what was found. */
import type { FrameworkPack } from '../../../shared/areas/compliance/pack.contract.ts';
import type { ReadDb } from '../../db/database.ts';
import { crosswalkLinksTable } from '../../db/tables/crosswalks.table.ts';
import type { WriteTx } from '../../db/write-door.ts';
import type { NewId } from '../../platform/ids.ts';
import type { CrosswalkEnd, CrosswalkHome } from './crosswalk-graph.ts';
import type { DraftEnd, DraftLink } from './crosswalk-import.ts';
import { readFrameworkRefs, readOwnLinks } from './crosswalks.store.ts';

export interface FoundLink {
  readonly draft: DraftLink;
  readonly source: CrosswalkEnd;
  readonly target: CrosswalkEnd;
}

export interface FoundLinks {
  readonly found: readonly FoundLink[];
  /** Links with an end that no pack and no framework of the workspace has. */
  readonly unresolved: number;
}

/** `ac-2.1`, `AC-02(01)` and `AC-2(1)` are the same id in different hands. */
function canonicalRef(ref: string): string {
  return ref
    .toLowerCase()
    .replace(/[()[\]]/g, '.')
    .replace(/[\s_]+/g, '.')
    .replace(/\.+/g, '.')
    .replace(/\.$/, '')
    .replace(/(^|[^0-9])0+(?=\d)/g, '$1');
}

/** Names, addresses and titles in one spelling: `SP 800-53 Rev. 5` becomes `sp 800 53 r5`. */
function plainName(name: string): string {
  return name
    .toLowerCase()
    .replace(/(?<![a-z])(?:revision|rev|version)[\s._-]*(?=\d)/g, 'r')
    .replace(/(\d)\.(?=\d)/g, '$1')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();
}

/** Whether a name says all these words, one after the other; a single one must stand by itself. */
function says(name: string, words: readonly string[]): boolean {
  const [only] = words;
  if (words.length === 1 && only !== undefined) return ` ${name} `.includes(` ${only} `);
  const run = name.replaceAll(' ', '');
  let at = 0;
  return words.every((word) => {
    const found = run.indexOf(word, at);
    at = found + word.length;
    return found >= 0;
  });
}

interface Place {
  readonly home: CrosswalkHome;
  readonly words: readonly string[];
  readonly refs: ReadonlyMap<string, string>;
}

const refMap = (refs: readonly string[]) => new Map(refs.map((ref) => [canonicalRef(ref), ref]));

function packPlace(pack: FrameworkPack): Place {
  return {
    home: { pack: pack.id },
    words: plainName(pack.id).split(' '),
    refs: refMap(pack.requirements.flatMap(({ id, kind }) => (kind === 'requirement' ? [id] : []))),
  };
}

/** Packs before frameworks, so that a link holds for whoever adopts the pack. */
function readPlaces(db: ReadDb, packs: readonly FrameworkPack[]): Place[] {
  const frameworks = readFrameworkRefs(db).map(({ id, name, version, refs }) => ({
    home: { frameworkId: id },
    words: plainName(`${name} ${version ?? ''}`).split(' '),
    refs: refMap(refs),
  }));
  return [...packs.map(packPlace), ...frameworks];
}

/** The places whose every word a name in the file says, the one that says most first. */
function findPlaces(places: readonly Place[], names: readonly string[]): Place[] {
  const plain = names.map(plainName);
  return places
    .filter(({ words }) => plain.some((name) => says(name, words)))
    .sort((a, b) => b.words.join('').length - a.words.join('').length);
}

function createEndFinder(places: readonly Place[]) {
  const known = new Map<string, readonly Place[]>();
  return ({ framework, ref }: DraftEnd): CrosswalkEnd | undefined => {
    const key = framework.join('\n');
    const candidates = known.get(key) ?? findPlaces(places, framework);
    known.set(key, candidates);
    for (const { home, refs } of candidates) {
      const found = refs.get(canonicalRef(ref));
      if (found === undefined) continue;
      return { pack: home.pack ?? null, frameworkId: home.frameworkId ?? null, ref: found };
    }
    return undefined;
  };
}

/** Nothing is written; a preview counts with it. */
export function resolveLinks(
  db: ReadDb,
  packs: readonly FrameworkPack[],
  drafts: readonly DraftLink[],
): FoundLinks {
  const findEnd = createEndFinder(readPlaces(db, packs));
  const found = drafts.flatMap((draft): FoundLink[] => {
    const source = findEnd(draft.source);
    const target = findEnd(draft.target);
    return source && target ? [{ draft, source, target }] : [];
  });
  return { found, unresolved: drafts.length - found.length };
}

const pairKey = (source: CrosswalkEnd, target: CrosswalkEnd, origin: string) =>
  JSON.stringify([
    ...[source.pack, source.frameworkId, source.ref],
    ...[target.pack, target.frameworkId, target.ref, origin],
  ]);

export interface AddLinks {
  readonly packs: readonly FrameworkPack[];
  readonly drafts: readonly DraftLink[];
  /** The document that says so: its name stands at each link. */
  readonly origin: string;
  readonly actor: string | null;
  readonly newId: NewId;
}

export interface AddedLinks {
  readonly created: number;
  /** From the same origin already. */
  readonly known: number;
  readonly unresolved: number;
}

export function addLinks(
  tx: WriteTx,
  { packs, drafts, origin, actor, newId }: AddLinks,
): AddedLinks {
  const { found, unresolved } = resolveLinks(tx, packs, drafts);
  const known = new Set(
    readOwnLinks(tx).map((link) => pairKey(link.source, link.target, link.origin)),
  );
  let created = 0;
  for (const { draft, source, target } of found) {
    const key = pairKey(source, target, origin);
    if (known.has(key)) continue;
    known.add(key);
    created += 1;
    const { relation, rationale, confidence } = draft;
    tx.insert(crosswalkLinksTable, {
      ...{ id: newId(), relation, rationale, confidence, origin, originKind: 'IMPORT' },
      ...{ sourcePack: source.pack, sourceFrameworkId: source.frameworkId, sourceRef: source.ref },
      ...{ targetPack: target.pack, targetFrameworkId: target.frameworkId, targetRef: target.ref },
      ...{ createdBy: actor, createdAt: tx.now, updatedAt: tx.now },
    });
  }
  return { created, known: found.length - created, unresolved };
}
