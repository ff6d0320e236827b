/**
 * Reads a bundle of STIX 2.1 (and what 2.0 shares with it). Indicators become rows; every object is kept
 * as it came, so that what our tables do not hold leaves again with it.
 *
 * Defences: bounds of objects, bytes of one and depth; identifiers of the standard's form only; nothing is
 * fetched or followed; a later version of an object takes the place of an earlier one.
 */
import { RELATION_KINDS, TLPS, type Tlp } from '../../forensics/indicators/life.ts';
import type { ReadRelation } from '../../forensics/indicators/stix/bundle.ts';
import type { IntelObject, IntelRow, ReadIntel } from '../intel.types.ts';
import { isJson, isShallow, type Json, textOf, textsOf, timeOf } from '../json.ts';
import { Tally } from '../tally.ts';
import { TLP_BY_ID, tlpOfMarking } from './markings.ts';
import { parsePattern } from './pattern.ts';
import type { ObservationNode } from './pattern.types.ts';
import { contentOfPattern } from './pattern-indicators.ts';

const LIMITS = { objects: 200_000, objectChars: 262_144, depth: 40 } as const;

const STIX_ID = /^[a-z][a-z\d-]{1,60}--[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

/** Of an indicator, what has a column or is read otherwise; the rest stays with the object. */
const INDICATOR_FIELDS = new Set(
  `type spec_version id created_by_ref created modified revoked labels confidence lang
  external_references object_marking_refs name description indicator_types pattern pattern_type
  pattern_version valid_from valid_until x_watchfloor_severity x_watchfloor_source
  x_watchfloor_notes x_watchfloor_first_seen x_watchfloor_last_seen
  x_watchfloor_expires_at`.split(/\s+/),
);

interface Reading {
  readonly unknownFields: Tally;
  readonly losses: Tally;
  readonly rows: IntelRow[];
  readonly relations: ReadRelation[];
  readonly tlps: ReadonlyMap<string, Tlp>;
  /** Seen through sightings: first and last, ms. */
  readonly sightings: ReadonlyMap<string, { first: number | null; last: number | null }>;
}

/** @returns a sentence where it is no bundle. */
export function readStixBundle(parsed: unknown): ReadIntel | string {
  if (!isJson(parsed) || parsed.type !== 'bundle' || !Array.isArray(parsed.objects))
    return 'This is no STIX bundle: it has no type "bundle" or no objects.';
  if (parsed.objects.length > LIMITS.objects)
    return `This bundle has more than ${LIMITS.objects.toLocaleString('en')} objects. Divide it.`;
  const rejections = new Tally();
  const objects = newestOf(parsed.objects, rejections);
  const reading: Reading = {
    ...{ unknownFields: new Tally(), losses: new Tally(), rows: [], relations: [] },
    tlps: markingsOf(objects),
    sightings: sightingsOf(objects),
  };
  for (const object of objects.values()) {
    if (object.type === 'indicator') readIndicator(object, reading);
    else if (object.type === 'relationship') readRelationship(object, reading);
  }
  return {
    format: 'stix',
    title: textOf(parsed.id, 100) ?? 'STIX bundle',
    read: parsed.objects.length,
    ...{ rows: reading.rows, relations: reading.relations },
    objects: [...objects.values()].map(keptObject),
    rejections: rejections.list(),
    unknownFields: reading.unknownFields.list(),
    losses: reading.losses.list(),
  };
}

/** One of each identifier: the version that was changed last. */
function newestOf(values: readonly unknown[], rejections: Tally): Map<string, Json> {
  const found = new Map<string, Json>();
  for (const [at, value] of values.entries()) {
    const refused = refusalOf(value);
    if (refused !== null || !isJson(value)) {
      const id = isJson(value) ? textOf(value.id, 100) : null;
      rejections.add(refused ?? 'no object', id ?? `object ${at + 1}`);
      continue;
    }
    const id = String(value.id);
    const known = found.get(id);
    if (known) rejections.add('earlier version of an object', id);
    if (!known || (timeOf(value.modified) ?? 0) >= (timeOf(known.modified) ?? 0))
      found.set(id, value);
  }
  return found;
}

function refusalOf(value: unknown): string | null {
  if (!isJson(value)) return 'no object';
  const { id, type } = value;
  if (typeof id !== 'string' || !STIX_ID.test(id)) return 'no identifier of STIX';
  if (typeof type !== 'string' || !id.startsWith(`${type}--`))
    return 'type and identifier that disagree';
  if (!isShallow(value, LIMITS.depth)) return 'nested too deep';
  return JSON.stringify(value).length > LIMITS.objectChars ? 'larger than 256 KiB' : null;
}

function markingsOf(objects: ReadonlyMap<string, Json>): Map<string, Tlp> {
  const known = new Map<string, Tlp>(TLP_BY_ID);
  for (const [id, object] of objects) {
    const tlp = object.type === 'marking-definition' ? tlpOfMarking(object) : null;
    if (tlp) known.set(id, tlp);
  }
  return known;
}

function sightingsOf(objects: ReadonlyMap<string, Json>): Reading['sightings'] {
  const seen = new Map<string, { first: number | null; last: number | null }>();
  for (const object of objects.values()) {
    if (object.type !== 'sighting' || typeof object.sighting_of_ref !== 'string') continue;
    const before = seen.get(object.sighting_of_ref);
    const first = timeOf(object.first_seen);
    const last = timeOf(object.last_seen) ?? first ?? timeOf(object.modified);
    seen.set(object.sighting_of_ref, {
      first: least(before?.first ?? null, first),
      last: most(before?.last ?? null, last),
    });
  }
  return seen;
}

const least = (a: number | null, b: number | null) =>
  a === null ? b : b === null ? a : Math.min(a, b);
const most = (a: number | null, b: number | null) =>
  a === null ? b : b === null ? a : Math.max(a, b);

function readRelationship(object: Json, { relations, losses }: Reading): void {
  const [from, to] = [textOf(object.source_ref, 100), textOf(object.target_ref, 100)];
  if (!from?.startsWith('indicator--') || !to?.startsWith('indicator--')) return;
  const kind = RELATION_KINDS.find((one) => one === object.relationship_type);
  if (kind) relations.push({ from, to, kind });
  else
    losses.add(
      `relation of kind ${textOf(object.relationship_type, 60) ?? 'none'} between indicators (kept as an object)`,
      textOf(object.id, 100),
    );
}

/** What becomes of an indicator whose pattern names nothing; null where it is read. */
function patternOf(object: Json, { losses }: Reading): ObservationNode | null {
  const id = String(object.id);
  const type = object.pattern_type;
  if (type !== undefined && type !== 'stix') {
    losses.add(`pattern of type ${textOf(type, 40) ?? 'unknown'} (kept as an object)`, id);
    return null;
  }
  const parsed = typeof object.pattern === 'string' ? parsePattern(object.pattern) : null;
  if (parsed?.type === 'parsed') return parsed.pattern;
  losses.add(
    parsed === null
      ? 'indicator without a pattern (kept as an object)'
      : `pattern that is not well formed: ${parsed.expected} expected (kept as an object)`,
    id,
  );
  return null;
}

function readIndicator(object: Json, reading: Reading): void {
  const { losses, unknownFields, rows } = reading;
  const id = String(object.id);
  const pattern = patternOf(object, reading);
  if (pattern === null) return;
  const content = contentOfPattern(pattern);
  for (const loss of content.losses) losses.add(loss, id);
  if (content.indicators.length === 0)
    losses.add('pattern that names no value of a kind we list (kept as an object)', id);
  for (const field of Object.keys(object))
    if (!INDICATOR_FIELDS.has(field)) unknownFields.add(field, id);
  const life = lifeOf(object, reading);
  const isOne = content.indicators.length === 1 && content.losses.length === 0;
  for (const one of content.indicators)
    rows.push({ ...one, ...life, where: id, stixId: isOne ? id : null, originId: id });
}

function lifeOf(object: Json, { tlps, sightings, losses }: Reading): Partial<IntelRow> {
  const id = String(object.id);
  const isOwn = object.x_watchfloor_severity !== undefined;
  const marked = textsOf(object.object_marking_refs);
  // The strictest of several.
  const [tlp = null] = marked
    .flatMap((one) => tlps.get(one) ?? [])
    .sort((a, b) => TLPS.indexOf(b) - TLPS.indexOf(a));
  if (marked.some((one) => !tlps.has(one))) losses.add('marking other than TLP (kept)', id);
  if (object.granular_markings !== undefined) losses.add('marking of single fields (kept)', id);
  const { confidence } = object;
  const isConfident = typeof confidence === 'number' && confidence >= 0 && confidence <= 100;
  const seen = sightings.get(id);
  return {
    tlp,
    severity: textOf(object.x_watchfloor_severity, 20),
    confidence: isConfident ? Math.round(confidence) : null,
    source: textOf(object.x_watchfloor_source, 200),
    description: textOf(object.description, 2000) ?? (isOwn ? null : textOf(object.name, 2000)),
    notes: textOf(object.x_watchfloor_notes, 4000),
    tags: [...textsOf(object.labels), ...(isOwn ? [] : textsOf(object.indicator_types))]
      .map((tag) => tag.trim().slice(0, 60))
      .filter((tag) => tag !== '' && tag !== 'unknown')
      .slice(0, 20),
    firstSeen:
      least(timeOf(object.x_watchfloor_first_seen), seen?.first ?? null) ??
      (isOwn ? null : timeOf(object.valid_from)),
    lastSeen: most(timeOf(object.x_watchfloor_last_seen), seen?.last ?? null),
    expiresAt: timeOf(object.x_watchfloor_expires_at) ?? timeOf(object.valid_until),
    isActive: object.revoked !== true,
  };
}

function keptObject(object: Json): IntelObject {
  return {
    ...{ id: String(object.id), kind: String(object.type).slice(0, 100), object },
    name: (textOf(object.name, 300) ?? textOf(object.value, 300) ?? '').slice(0, 300),
    modifiedAt: timeOf(object.modified) ?? timeOf(object.created),
    isRevoked: object.revoked === true,
  };
}
