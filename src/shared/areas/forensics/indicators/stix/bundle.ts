/** Indicators as a STIX 2.1 bundle, out and in. Pure; identifiers are handed in. */
import { toIso } from '../../../../kernel/time.ts';
import type { ImportedRow, Problems } from '../import-row.ts';
import { RELATION_KINDS, TLPS, type Tlp } from '../life.ts';
import { indicatorsOfComparisons, patternOf } from './paths.ts';
import { readPattern } from './pattern.ts';

/** Marking definitions of TLP 2.0 (FIRST, OASIS), and of TLP 1 for reading. */
const TLP_IDS: Readonly<Record<Tlp, string>> = {
  CLEAR: 'marking-definition--94868c89-83c2-464b-929b-a1a8aa3c8487',
  GREEN: 'marking-definition--bab4a63c-aed9-4cf5-a766-dfca5abac2bb',
  AMBER: 'marking-definition--55d920b0-5e8b-4f79-9ee9-91f868d9b421',
  'AMBER+STRICT': 'marking-definition--939a9414-2ddd-4d32-a0cd-375ea402b003',
  RED: 'marking-definition--e828b379-4e03-4974-9ac4-e53a884c97c1',
};
const TLP_1: Readonly<Record<string, Tlp>> = {
  'marking-definition--613f2e26-407d-48c7-9eca-b8e91df99dc9': 'CLEAR',
  'marking-definition--34098fce-860f-48ae-8e50-ebd3cc5e41da': 'GREEN',
  'marking-definition--f88d31f6-486f-44da-b317-01333bde0b82': 'AMBER',
  'marking-definition--5e57c739-391a-4eb3-b6be-7d15ca92d5ed': 'RED',
};
const TLP_EXTENSION = 'extension-definition--60a3c5c5-0d10-413e-aab3-9e08dde9e88d';
const TLP_MADE = '2022-10-01T00:00:00.000Z';

export interface ExportedIndicator {
  readonly id: string;
  readonly stixId: string | null;
  readonly type: string;
  readonly value: string;
  readonly severity: string;
  readonly confidence: number;
  readonly tlp: Tlp | null;
  readonly tags: readonly string[];
  readonly source: string | null;
  readonly description: string | null;
  readonly notes: string | null;
  /** ms */
  readonly firstSeen: number | null;
  readonly lastSeen: number | null;
  readonly expiresAt: number | null;
  readonly isActive: boolean;
  readonly createdAt: number;
  readonly updatedAt: number | null;
}

export interface ExportedRelation {
  readonly id: string;
  readonly fromId: string;
  readonly toId: string;
  readonly kind: string;
  readonly createdAt: number;
}

/** A UUID of version 5 for a record of ours, the same for the same. */
export type StixUuid = (name: string) => string;

const markingOf = (tlp: Tlp) => ({
  ...{ type: 'marking-definition', spec_version: '2.1', id: TLP_IDS[tlp], created: TLP_MADE },
  name: `TLP:${tlp}`,
  extensions: {
    [TLP_EXTENSION]: { extension_type: 'property-extension', tlp_2_0: tlp.toLowerCase() },
  },
});

const stixIdOf = (
  one: { readonly id: string; readonly stixId: string | null },
  uuid: StixUuid,
): string => one.stixId ?? `indicator--${uuid(one.id)}`;

/** One object; `valid_until` is left out where it is not after `valid_from`, as the standard asks. */
function toStixIndicator(one: ExportedIndicator, uuid: StixUuid): Record<string, unknown> {
  const from = one.firstSeen ?? one.createdAt;
  const isEnding = one.expiresAt !== null && one.expiresAt > from;
  return {
    ...{ type: 'indicator', spec_version: '2.1', id: stixIdOf(one, uuid) },
    ...{
      created: toIso(one.createdAt),
      modified: toIso(Math.max(one.createdAt, one.updatedAt ?? 0)),
    },
    ...{ name: one.value, indicator_types: ['unknown'] },
    ...(one.description === null ? {} : { description: one.description }),
    ...{ pattern: patternOf(one), pattern_type: 'stix', pattern_version: '2.1' },
    valid_from: toIso(from),
    ...(isEnding ? { valid_until: toIso(one.expiresAt ?? 0) } : {}),
    confidence: one.confidence,
    ...(one.tags.length === 0 ? {} : { labels: [...one.tags] }),
    ...(one.tlp === null ? {} : { object_marking_refs: [TLP_IDS[one.tlp]] }),
    ...(one.isActive ? {} : { revoked: true }),
    x_watchfloor_severity: one.severity,
    ...(one.source === null ? {} : { x_watchfloor_source: one.source }),
    ...(one.notes === null ? {} : { x_watchfloor_notes: one.notes }),
    ...(one.firstSeen === null ? {} : { x_watchfloor_first_seen: toIso(one.firstSeen) }),
    ...(one.lastSeen === null ? {} : { x_watchfloor_last_seen: toIso(one.lastSeen) }),
    ...(one.expiresAt === null ? {} : { x_watchfloor_expires_at: toIso(one.expiresAt) }),
  };
}

export function toBundle(
  indicators: readonly ExportedIndicator[],
  relations: readonly ExportedRelation[],
  uuid: StixUuid,
): Record<string, unknown> {
  const ids = new Map(indicators.map((one) => [one.id, stixIdOf(one, uuid)]));
  const tlps = TLPS.filter((tlp) => indicators.some((one) => one.tlp === tlp));
  return {
    type: 'bundle',
    id: `bundle--${uuid([...ids.values()].join(' '))}`,
    objects: [
      ...tlps.map(markingOf),
      ...indicators.map((one) => toStixIndicator(one, uuid)),
      ...relations.flatMap((one) => {
        const [from, to] = [ids.get(one.fromId), ids.get(one.toId)];
        if (from === undefined || to === undefined) return [];
        const at = toIso(one.createdAt);
        return {
          ...{ type: 'relationship', spec_version: '2.1', id: `relationship--${uuid(one.id)}` },
          ...{ created: at, modified: at, relationship_type: one.kind },
          ...{ source_ref: from, target_ref: to },
        };
      }),
    ],
  };
}

export interface ReadRelation {
  readonly from: string;
  readonly to: string;
  readonly kind: (typeof RELATION_KINDS)[number];
}

export interface ReadBundle {
  readonly rows: readonly ImportedRow[];
  readonly relations: readonly ReadRelation[];
}

type Json = Readonly<Record<string, unknown>>;
const textOf = (value: unknown, max: number): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, max) : null;
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const timeOf = (value: unknown): number | null => {
  const at = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isFinite(at) && at >= 0 ? at : null;
};
const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];

/** @returns a sentence where it is no bundle. */
export function readBundle(parsed: unknown, problems: Problems): ReadBundle | string {
  if (!isObject(parsed) || parsed.type !== 'bundle' || !Array.isArray(parsed.objects))
    return 'This is no STIX bundle: it has no type "bundle" or no objects';
  const objects = parsed.objects.filter(isObject);
  const markings = tlpMarkings(objects);
  const rows: ImportedRow[] = [];
  const relations: ReadRelation[] = [];
  objects.forEach((object, at) => {
    const where = textOf(object.id, 100) ?? `object ${at + 1}`;
    if (object.type === 'indicator') rows.push(...rowsOf(object, where, markings, problems));
    else if (object.type === 'relationship') {
      const relation = relationOf(object);
      if (relation) relations.push(relation);
      else problems.add('relationship of another kind', where);
    } else if (object.type !== 'marking-definition')
      problems.add(`object of type ${textOf(object.type, 60) ?? 'unknown'}`, where);
  });
  return { rows, relations };
}

function tlpMarkings(objects: readonly Json[]): ReadonlyMap<string, Tlp> {
  const known = new Map<string, Tlp>(Object.entries(TLP_1));
  for (const tlp of TLPS) known.set(TLP_IDS[tlp], tlp);
  for (const object of objects) {
    if (object.type !== 'marking-definition' || typeof object.id !== 'string') continue;
    const name = textOf(object.name, 40)?.toUpperCase().replace(/^TLP:/, '');
    const tlp = TLPS.find((one) => one === name);
    if (tlp) known.set(object.id, tlp);
  }
  return known;
}

function relationOf(object: Json): ReadRelation | null {
  const kind = RELATION_KINDS.find((one) => one === object.relationship_type);
  const [from, to] = [textOf(object.source_ref, 100), textOf(object.target_ref, 100)];
  const isOurs = from?.startsWith('indicator--') && to?.startsWith('indicator--');
  return kind && from && to && isOurs ? { from, to, kind } : null;
}

function rowsOf(
  object: Json,
  where: string,
  markings: ReadonlyMap<string, Tlp>,
  problems: Problems,
): ImportedRow[] {
  if (object.pattern_type !== undefined && object.pattern_type !== 'stix') {
    problems.add(`pattern of type ${textOf(object.pattern_type, 40) ?? 'unknown'}`, where);
    return [];
  }
  const pattern = typeof object.pattern === 'string' ? readPattern(object.pattern) : null;
  if (pattern === null || pattern.type === 'unsupported') {
    problems.add(pattern === null ? 'indicator without a pattern' : pattern.what, where);
    return [];
  }
  const { indicators, unknown } = indicatorsOfComparisons(pattern.comparisons);
  for (const path of unknown) problems.add(`comparison of ${path}`, where);
  const groups = Map.groupBy(pattern.comparisons, ({ group }) => group).values();
  // A path is told by two comparisons and is one value: it is the values that count.
  if ([...groups].some((of) => indicatorsOfComparisons(of).indicators.length > 1))
    problems.add(TAKEN_SINGLY, where);
  const life = lifeOf(object, markings);
  const isOne = indicators.length === 1;
  return indicators.map((one) => ({
    ...one,
    ...life,
    where,
    stixId: isOne ? textOf(object.id, 100) : null,
  }));
}

/** An indicator of ours is one value: that the others must be met besides is not kept. */
const TAKEN_SINGLY =
  'comparisons joined by AND, taken singly: each finds more than the pattern does';

function lifeOf(object: Json, markings: ReadonlyMap<string, Tlp>): Partial<ImportedRow> {
  const tlps = textsOf(object.object_marking_refs).flatMap((id) => markings.get(id) ?? []);
  // The strictest of several.
  const tlp = tlps.sort((a, b) => TLPS.indexOf(b) - TLPS.indexOf(a))[0] ?? null;
  const isOwn = object.x_watchfloor_severity !== undefined;
  const { confidence } = object;
  return {
    tlp,
    severity: textOf(object.x_watchfloor_severity, 20),
    confidence:
      typeof confidence === 'number' && confidence >= 0 && confidence <= 100
        ? Math.round(confidence)
        : null,
    source: textOf(object.x_watchfloor_source, 200),
    description: textOf(object.description, 2000) ?? (isOwn ? null : textOf(object.name, 2000)),
    notes: textOf(object.x_watchfloor_notes, 4000),
    tags: [...textsOf(object.labels), ...(isOwn ? [] : textsOf(object.indicator_types))]
      .map((tag) => tag.trim().slice(0, 60))
      .filter((tag) => tag !== '' && tag !== 'unknown')
      .slice(0, 20),
    firstSeen: timeOf(object.x_watchfloor_first_seen) ?? (isOwn ? null : timeOf(object.valid_from)),
    lastSeen: timeOf(object.x_watchfloor_last_seen),
    expiresAt: timeOf(object.x_watchfloor_expires_at) ?? timeOf(object.valid_until),
    isActive: object.revoked !== true,
  };
}
