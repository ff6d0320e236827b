/**
 * Links out of mapping files, before anybody knows whether their ends exist here.
 * OSCAL mapping collections: NIST OSCAL 1.2, mapping model (mapping-collection → mappings → maps).
 * CISO Assistant: requirement_mapping_sets of a library, already read from YAML.
 */
import { z } from 'zod';
import {
  CROSSWALK_LIMITS,
  type CrosswalkConfidence,
  type CrosswalkRelation,
} from '../../../shared/areas/compliance/crosswalk.contract.ts';

export interface DraftEnd {
  /** What the file says of the framework: titles, addresses, names. */
  readonly framework: readonly string[];
  /** The requirement's id as the file writes it. */
  readonly ref: string;
}

export interface DraftLink {
  readonly source: DraftEnd;
  readonly target: DraftEnd;
  readonly relation: CrosswalkRelation;
  readonly rationale: string;
  readonly confidence: CrosswalkConfidence;
}

export interface DraftLinks {
  /** The document's own name: the origin of its links. */
  readonly name: string;
  readonly links: readonly DraftLink[];
  readonly leftOut: readonly { readonly where: string; readonly reason: string }[];
}

const NO_RATIONALE = 'The imported mapping gives no reason for this link.';
const LINKS_MAX = 50_000;

/** `no-relationship` and names of other vocabularies are not links. */
const RELATIONS: Readonly<Record<string, CrosswalkRelation>> = {
  'equal-to': 'equal',
  'equivalent-to': 'equal',
  equal: 'equal',
  'subset-of': 'subset',
  subset: 'subset',
  'superset-of': 'superset',
  superset: 'superset',
  'intersects-with': 'intersects',
  intersects: 'intersects',
  intersect: 'intersects',
};

const text = z.string().max(20_000);
const resourceRefSchema = z.looseObject({ type: text.optional(), href: text.optional() });
const itemSchema = z.looseObject({ 'id-ref': text, type: text.optional() });
const mapSchema = z.looseObject({
  relationship: z.union([text, z.looseObject({ type: text })]),
  sources: z.array(itemSchema),
  targets: z.array(itemSchema),
  'matching-rationale': text.optional(),
  'confidence-score': z
    .looseObject({ percentage: z.coerce.number().optional(), category: text.optional() })
    .optional(),
  remarks: text.optional(),
});
const collectionSchema = z.looseObject({
  'mapping-collection': z.looseObject({
    metadata: z.looseObject({ title: text }),
    mappings: z.array(
      z.looseObject({
        'source-resource': resourceRefSchema,
        'target-resource': resourceRefSchema,
        maps: z.array(mapSchema),
      }),
    ),
    'back-matter': z
      .looseObject({
        resources: z
          .array(
            z.looseObject({
              uuid: text.optional(),
              title: text.optional(),
              rlinks: z.array(z.looseObject({ href: text.optional() })).optional(),
            }),
          )
          .optional(),
      })
      .optional(),
  }),
});
type Collection = z.infer<typeof collectionSchema>['mapping-collection'];

export function isOscalMapping(json: unknown): boolean {
  return typeof json === 'object' && json !== null && 'mapping-collection' in json;
}

/** A resource of the back matter says more than the address that leads to it. */
function namesOf(collection: Collection, href: string | undefined): string[] {
  if (href === undefined) return [];
  const resource = collection['back-matter']?.resources?.find(
    ({ uuid }) => uuid !== undefined && href === `#${uuid}`,
  );
  const links = resource?.rlinks?.map((link) => link.href) ?? [];
  return [resource?.title, href.startsWith('#') ? undefined : href, ...links].filter(
    (name) => name !== undefined,
  );
}

function confidenceOf(score: z.infer<typeof mapSchema>['confidence-score']): CrosswalkConfidence {
  const category = score?.category?.toUpperCase();
  if (category === 'HIGH' || category === 'MEDIUM' || category === 'LOW') return category;
  const percentage = score?.percentage;
  // Some write 0 to 1, others 0 to 100.
  const share = percentage === undefined ? 0 : percentage > 1 ? percentage / 100 : percentage;
  if (share >= 0.8) return 'HIGH';
  return share >= 0.5 ? 'MEDIUM' : 'LOW';
}

type OscalMap = z.infer<typeof mapSchema>;

/** Every pair of a map becomes a link. A map of several says something of them together. */
function pairsOf(
  map: OscalMap,
  relation: CrosswalkRelation,
  { source, target }: { source: string[]; target: string[] },
): DraftLink[] {
  const { sources, targets } = map;
  const isJoint = sources.length > 1 || targets.length > 1;
  const attributes = {
    relation: isJoint ? jointRelation(relation, sources.length, targets.length) : relation,
    rationale: (map.remarks || NO_RATIONALE).slice(0, CROSSWALK_LIMITS.rationale),
    confidence: confidenceOf(map['confidence-score']),
  };
  return sources.flatMap((one) =>
    targets.map((other) => ({
      ...attributes,
      source: { framework: source, ref: one['id-ref'] },
      target: { framework: target, ref: other['id-ref'] },
    })),
  );
}

/** @throws ZodError where it is no mapping collection. */
export function parseOscalMapping(json: unknown): DraftLinks {
  const collection = collectionSchema.parse(json)['mapping-collection'];
  const links: DraftLink[] = [];
  const leftOut: { where: string; reason: string }[] = [];
  for (const mapping of collection.mappings) {
    const names = {
      source: namesOf(collection, mapping['source-resource'].href),
      target: namesOf(collection, mapping['target-resource'].href),
    };
    for (const map of mapping.maps) {
      const { relationship } = map;
      const name = typeof relationship === 'string' ? relationship : relationship.type;
      const relation = RELATIONS[name];
      if (relation) links.push(...pairsOf(map, relation, names));
      else {
        const where = map.sources.map((one) => one['id-ref']).join(', ');
        leftOut.push({ where, reason: `The relationship ${name.slice(0, 40)} is no link` });
      }
    }
  }
  const name = collection.metadata.title.slice(0, CROSSWALK_LIMITS.origin);
  return { name, links: links.slice(0, LINKS_MAX), leftOut };
}

/** What holds of the whole holds of each pair only where that side is one: the rest shares a part. */
function jointRelation(
  relation: CrosswalkRelation,
  sources: number,
  targets: number,
): CrosswalkRelation {
  if (sources === 1 && (relation === 'superset' || relation === 'equal')) return 'superset';
  if (targets === 1 && (relation === 'subset' || relation === 'equal')) return 'subset';
  return 'intersects';
}

const cisoSetSchema = z.looseObject({
  name: text.optional(),
  source_framework_urn: text,
  target_framework_urn: text,
  requirement_mappings: z.array(
    z.looseObject({
      source_requirement_urn: text,
      target_requirement_urn: text,
      relationship: text,
      rationale: text.nullish(),
      annotation: text.nullish(),
      /** 0 to 10. */
      strength_of_relationship: z.coerce.number().nullish(),
    }),
  ),
});

/** The last part of `urn:…:nist-csf-2.0:id.am-01`. */
const lastPart = (urn: string): string => urn.split(':').at(-1) ?? urn;

function strengthOf(strength: number | null | undefined): CrosswalkConfidence {
  if (strength === null || strength === undefined) return 'LOW';
  if (strength >= 8) return 'HIGH';
  return strength >= 5 ? 'MEDIUM' : 'LOW';
}

/** @throws ZodError where it is no mapping set. */
export function parseCisoMapping(set: unknown): DraftLinks {
  const parsed = cisoSetSchema.parse(set);
  const source = [lastPart(parsed.source_framework_urn)];
  const target = [lastPart(parsed.target_framework_urn)];
  const links: DraftLink[] = [];
  const leftOut: { where: string; reason: string }[] = [];
  for (const one of parsed.requirement_mappings.slice(0, LINKS_MAX)) {
    const ref = lastPart(one.source_requirement_urn);
    const relation = RELATIONS[one.relationship];
    if (!relation) {
      leftOut.push({ where: ref, reason: `${one.relationship.slice(0, 40)} is no link` });
      continue;
    }
    const reason = one.rationale || one.annotation || NO_RATIONALE;
    links.push({
      source: { framework: source, ref },
      target: { framework: target, ref: lastPart(one.target_requirement_urn) },
      relation,
      rationale: reason.slice(0, CROSSWALK_LIMITS.rationale),
      confidence: strengthOf(one.strength_of_relationship),
    });
  }
  const name = parsed.name ?? `${source[0]} to ${target[0]}`;
  return { name: name.slice(0, CROSSWALK_LIMITS.origin), links, leftOut };
}
