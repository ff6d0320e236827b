/**
 * OSCAL mapping collections (NIST, OSCAL 1.2.0, control mapping model, JSON): which controls of one
 * document stand to which of another, and how.
 */

import {
  CROSSWALK_LIMITS,
  type CrosswalkConfidence,
  type CrosswalkRelation,
} from '../../../shared/areas/compliance/crosswalk.contract.ts';
import type { LeftOut } from '../../../shared/areas/compliance/framework-import.contract.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import {
  cleanLine,
  cut,
  type DraftEnd,
  type DraftLink,
  leaveOut,
} from './framework-import.draft.ts';
import { headOf, isObject, type Json, objectsOf, textOf } from './framework-import.oscal.ts';

/** What the source is to the target. `equivalent-to` says the same in other words. */
const RELATIONS: Readonly<Record<string, CrosswalkRelation>> = {
  'equal-to': 'equal',
  'equivalent-to': 'equal',
  'subset-of': 'subset',
  'superset-of': 'superset',
  'intersects-with': 'intersects',
};
const MAX_LINKS = 50_000;

export function readMapping(collection: unknown, leftOut: LeftOut[]): DraftLink[] {
  if (!isObject(collection)) throw new AppError('bad-input', 'This OSCAL mapping is empty.');
  const origin = cut(headOf(collection).name, CROSSWALK_LIMITS.origin);
  const links: DraftLink[] = [];
  for (const mapping of objectsOf(collection.mappings)) {
    const source = resourceOf(collection, mapping['source-resource']);
    const target = resourceOf(collection, mapping['target-resource']);
    for (const map of objectsOf(mapping.maps)) {
      addMap({ links, leftOut, origin }, map, source, target);
      if (links.length > MAX_LINKS) {
        throw new AppError(
          'too-large',
          `This mapping has more than ${MAX_LINKS.toLocaleString('en')} links. Split the file.`,
        );
      }
    }
  }
  if (links.length === 0 && leftOut.length === 0) {
    throw new AppError('bad-input', 'This OSCAL mapping has no links.');
  }
  return links;
}

interface Sink {
  readonly links: DraftLink[];
  readonly leftOut: LeftOut[];
  readonly origin: string;
}

function addMap({ links, leftOut, origin }: Sink, map: Json, source: string, target: string): void {
  const { relationship } = map;
  const named = textOf(isObject(relationship) ? relationship.type : relationship) ?? '';
  const ends = (value: unknown) => objectsOf(value).flatMap((end) => textOf(end['id-ref']) ?? []);
  const [sources, targets] = [ends(map.sources), ends(map.targets)];
  const where = `${sources.join(', ') || '?'} → ${targets.join(', ') || '?'}`;
  const relation = RELATIONS[named];
  if (relation === undefined) {
    const isNone = named === 'no-relationship';
    const reason = isNone
      ? 'It says that there is no relation'
      : `Its relation "${cut(named, 40)}" is not known`;
    leaveOut(leftOut, { where, reason });
    return;
  }
  if (sources.length === 0 || targets.length === 0) {
    leaveOut(leftOut, { where, reason: 'It has no source or no target' });
    return;
  }
  const isWhole = sources.length === 1 && targets.length === 1;
  const end = (framework: string, ref: string): DraftEnd => ({ framework, ref });
  for (const one of sources) {
    for (const other of targets) {
      links.push({
        source: end(source, one),
        target: end(target, other),
        // Several together are equal to something; each of them alone only shares a part of it.
        relation: isWhole ? relation : shareOf(relation, sources.length, targets.length),
        rationale: rationaleOf(map, named, isWhole),
        origin,
        confidence: confidenceOf(map),
      });
    }
  }
}

function shareOf(relation: CrosswalkRelation, sources: number, targets: number): CrosswalkRelation {
  if (relation === 'superset' && sources === 1) return 'superset';
  if (relation === 'subset' && targets === 1) return 'subset';
  return 'intersects';
}

function rationaleOf(map: Json, relation: string, isWhole: boolean): string {
  const said =
    cleanLine(map.remarks) ??
    cleanLine(isObject(map['matching-rationale']) ? undefined : map['matching-rationale']);
  const many = isWhole ? '' : ', of several together';
  return cut(
    said ?? `Imported as "${relation}"${many}, without a reason given.`,
    CROSSWALK_LIMITS.rationale,
  );
}

function confidenceOf(map: Json): CrosswalkConfidence {
  const score = isObject(map['confidence-score']) ? map['confidence-score'] : {};
  const percentage = typeof score.percentage === 'number' ? score.percentage : undefined;
  const category = textOf(score.category)?.toUpperCase();
  if (category === 'HIGH' || category === 'MEDIUM' || category === 'LOW') return category;
  if (percentage === undefined) return 'MEDIUM';
  const share = percentage > 1 ? percentage / 100 : percentage;
  if (share >= 0.8) return 'HIGH';
  return share >= 0.4 ? 'MEDIUM' : 'LOW';
}

/** What a resource is called, for finding it here: the file under its reference, or its reference. */
function resourceOf(collection: Json, value: unknown): string {
  const href = (isObject(value) ? textOf(value.href) : textOf(value)) ?? '';
  if (!href.startsWith('#')) return href;
  const backMatter = isObject(collection['back-matter']) ? collection['back-matter'] : {};
  const resource = objectsOf(backMatter.resources).find(({ uuid }) => uuid === href.slice(1));
  const link = objectsOf(resource?.rlinks).flatMap((one) => textOf(one.href) ?? [])[0];
  return link ?? textOf(resource?.title) ?? href;
}
