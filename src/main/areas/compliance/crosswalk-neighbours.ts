/** What a control is linked to, and which frameworks are linked at all. */
import type {
  Crosswalk,
  CrosswalkLinkAnswer,
  CrosswalkNeighbour,
} from '../../../shared/areas/compliance/crosswalks.contract.ts';
import type { FrameworkPack } from '../../../shared/areas/compliance/pack.contract.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import type { ReadDb } from '../../db/database.ts';
import type { CrosswalkEnd, CrosswalkGraph, CrosswalkHome, GraphLink } from './crosswalk-graph.ts';
import type { CrosswalkLibrary } from './crosswalk-library.ts';
import {
  countOwnLinks,
  findLinkedControl,
  type LinkedControl,
  readLinkedControlsByRef,
} from './crosswalks.store.ts';

export interface NeighbourDeps {
  readonly graph: CrosswalkGraph;
  readonly library: CrosswalkLibrary;
  readonly findPack: (id: string) => FrameworkPack | undefined;
}

export const homeOf = ({ pack, frameworkId }: LinkedControl): CrosswalkHome =>
  pack === null ? { frameworkId } : { pack };

/** A link to a framework of this workspace reaches its controls even where it came from a pack. */
export function isAt(end: CrosswalkEnd, control: LinkedControl): boolean {
  const isHome =
    end.pack === null ? end.frameworkId === control.frameworkId : end.pack === control.pack;
  return isHome && end.ref === control.ref;
}

export function toLinkAnswer(link: GraphLink): CrosswalkLinkAnswer {
  const { id, originKind: kind, relation, rationale, origin, confidence } = link;
  return { id, kind, relation, rationale, origin, confidence };
}

function packName({ findPack }: NeighbourDeps, id: string): string {
  const pack = findPack(id);
  return pack ? `${pack.name} ${pack.version}` : id;
}

function elsewhere(deps: NeighbourDeps, end: CrosswalkEnd): CrosswalkNeighbour['other'] {
  const pack = end.pack === null ? undefined : deps.findPack(end.pack);
  const title = pack?.requirements.find(({ id }) => id === end.ref)?.title ?? '';
  const frameworkName =
    end.pack === null ? 'A framework that was removed' : packName(deps, end.pack);
  return {
    ...{ ref: end.ref, title, frameworkName },
    ...{ controlId: null, frameworkId: null, status: null },
  };
}

/** @throws AppError 'not-found'. */
export function readNeighbours(deps: NeighbourDeps, db: ReadDb, id: string): CrosswalkNeighbour[] {
  const control = findLinkedControl(db, id);
  if (!control) throw new AppError('not-found', 'There is no such control');
  const links = deps.graph.neighboursOf(db, homeOf(control), control.ref);
  const refs = links.map(({ target }) => target.ref);
  const others = readLinkedControlsByRef(db, refs);
  return links.flatMap((link) => {
    const ends = others.filter(
      (one) => one.frameworkId !== control.frameworkId && isAt(link.target, one),
    );
    const answer = toLinkAnswer(link);
    if (ends.length === 0) return [{ ...answer, other: elsewhere(deps, link.target) }];
    return ends.map(({ id: controlId, ref, title, frameworkId, frameworkName, status }) => ({
      ...answer,
      other: { controlId, ref, title, frameworkId, frameworkName, status },
    }));
  });
}

/** Own and imported ones first, the newest of them at the top. */
export function listCrosswalks(deps: NeighbourDeps, db: ReadDb): Crosswalk[] {
  const end = (pack: string | null, name: string | null) => ({
    pack,
    name: name ?? packName(deps, pack ?? ''),
  });
  return [
    ...countOwnLinks(db).map(({ kind, origin, links, ...ends }) => ({
      source: end(ends.sourcePack, ends.sourceName),
      target: end(ends.targetPack, ends.targetName),
      ...{ kind, origin, links, basis: null },
    })),
    ...deps.library.files().map(({ source, target, links, basis }) => ({
      source: end(source, null),
      target: end(target, null),
      ...{ kind: 'SHIPPED' as const, origin: links[0]?.origin ?? '', links: links.length, basis },
    })),
  ];
}
