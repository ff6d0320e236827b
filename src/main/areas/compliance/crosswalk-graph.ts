/**
 * Links between requirements, shipped and own, as one graph. A link is turned so that its source is
 * the end that was asked for; both directions of it are found.
 */
import type {
  CrosswalkConfidence,
  CrosswalkFile,
  CrosswalkRelation,
} from '../../../shared/areas/compliance/crosswalk.contract.ts';
import { flipRelation } from '../../../shared/areas/compliance/crosswalk.rules.ts';
import type { ReadDb } from '../../db/database.ts';
import type { CrosswalkLibrary } from './crosswalk-library.ts';
import {
  type EndpointRow,
  readLinkEndpoints,
  readOwnLinks,
  readOwnLinksOfRef,
} from './crosswalks.store.ts';

/** A framework of the workspace that came from no pack, or a pack, whoever adopted it. */
export type CrosswalkHome =
  | { readonly pack: string; readonly frameworkId?: undefined }
  | { readonly frameworkId: string; readonly pack?: undefined };

export interface CrosswalkEnd {
  readonly pack: string | null;
  readonly frameworkId: string | null;
  /** The requirement's id within its framework. */
  readonly ref: string;
}

export interface GraphLink {
  /** Null of a link shipped with the product. */
  readonly id: string | null;
  readonly originKind: 'SHIPPED' | 'OWN' | 'IMPORT';
  readonly source: CrosswalkEnd;
  readonly target: CrosswalkEnd;
  /** What the source is to the target. */
  readonly relation: CrosswalkRelation;
  readonly rationale: string;
  readonly origin: string;
  readonly confidence: CrosswalkConfidence;
  readonly createdBy: string | null;
}

/** A link between two controls of the workspace, turned so that its source is of a framework asked for. */
export interface ControlLink extends GraphLink {
  readonly sourceControlId: string;
  readonly targetControlId: string;
  readonly targetFrameworkId: string;
}

export interface CrosswalkGraph {
  /** Every link of a requirement, turned so that it is the source; all sources of a target are kept. */
  neighboursOf(db: ReadDb, home: CrosswalkHome, ref: string): GraphLink[];
  /**
   * Every link from a control of these frameworks to a control of another one in the workspace;
   * `to` narrows the other ends. Controls that are gone from their pack are left out.
   */
  linksFrom(db: ReadDb, frameworkIds: readonly string[], to?: readonly string[]): ControlLink[];
  /** Between these controls, which the caller has read. */
  linksAmong(db: ReadDb, controls: readonly EndpointRow[]): ControlLink[];
  /** Reads what is shipped, which the first question would do otherwise. */
  read(): void;
}

function turnLink(link: GraphLink): GraphLink {
  const { source, target, relation } = link;
  return { ...link, source: target, target: source, relation: flipRelation(relation) };
}

const endKey = ({ pack, frameworkId, ref }: CrosswalkEnd): string =>
  `${pack === null ? `framework ${frameworkId}` : `pack ${pack}`} ${ref}`;

const endOf = (home: CrosswalkHome, ref: string): CrosswalkEnd => ({
  pack: home.pack ?? null,
  frameworkId: home.frameworkId ?? null,
  ref,
});

function shippedLinks(file: CrosswalkFile): GraphLink[] {
  return file.links.map(({ source, target, ...attributes }) => ({
    ...attributes,
    id: null,
    originKind: 'SHIPPED' as const,
    source: { pack: file.source, frameworkId: null, ref: source },
    target: { pack: file.target, frameworkId: null, ref: target },
    createdBy: null,
  }));
}

type Index = ReadonlyMap<string, readonly GraphLink[]>;

function indexBySource(links: readonly GraphLink[]): Index {
  const index = new Map<string, GraphLink[]>();
  for (const link of links.flatMap((one) => [one, turnLink(one)])) {
    const key = endKey(link.source);
    const at = index.get(key);
    if (at) at.push(link);
    else index.set(key, [link]);
  }
  return index;
}

function linksBetween(
  sources: readonly EndpointRow[],
  targets: readonly EndpointRow[],
  linksOf: (key: string) => readonly GraphLink[],
): ControlLink[] {
  const linked = sources.flatMap((from) => {
    const links = keysOf(from).flatMap((key) => linksOf(key));
    return links.length === 0 ? [] : [{ from, links }];
  });
  const byKey = new Map<string, EndpointRow[]>();
  for (const { links } of linked) for (const { target } of links) byKey.set(endKey(target), []);
  if (byKey.size > 0)
    for (const target of targets) for (const key of keysOf(target)) byKey.get(key)?.push(target);
  const turned = (link: GraphLink, from: EndpointRow): ControlLink[] =>
    (byKey.get(endKey(link.target)) ?? [])
      .filter((to) => to.frameworkId !== from.frameworkId)
      .map((to) => ({
        ...link,
        sourceControlId: from.id,
        targetControlId: to.id,
        targetFrameworkId: to.frameworkId,
      }));
  return linked.flatMap(({ from, links }) => links.flatMap((link) => turned(link, from)));
}

function keysOf({ pack, frameworkId, ref }: EndpointRow): string[] {
  const own = endKey({ pack: null, frameworkId, ref });
  return pack === null ? [own] : [endKey({ pack, frameworkId: null, ref }), own];
}

export function createCrosswalkGraph(library: CrosswalkLibrary): CrosswalkGraph {
  let kept: Index | undefined;
  const shipped = (): Index => {
    kept ??= indexBySource(library.files().flatMap(shippedLinks));
    return kept;
  };
  const findIn =
    (own: Index) =>
    (key: string): readonly GraphLink[] => {
      const [mine, theirs] = [own.get(key), shipped().get(key) ?? []];
      return mine ? [...mine, ...theirs] : theirs;
    };
  return {
    neighboursOf: (db, home, ref) => [
      ...findIn(indexBySource(readOwnLinksOfRef(db, ref)))(endKey(endOf(home, ref))),
    ],
    linksFrom(db, frameworkIds, to) {
      const from = new Set(frameworkIds);
      const onto = to && new Set(to);
      const controls = readLinkEndpoints(db);
      const sources = controls.filter(({ frameworkId }) => from.has(frameworkId));
      const targets = controls.filter(({ frameworkId }) => !onto || onto.has(frameworkId));
      return linksBetween(sources, targets, findIn(indexBySource(readOwnLinks(db))));
    },
    linksAmong: (db, controls) =>
      linksBetween(controls, controls, findIn(indexBySource(readOwnLinks(db)))),
    read: () => void shipped(),
  };
}
