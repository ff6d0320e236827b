/**
 * Reads an event of MISP (core format): attributes, those of objects, tags, galaxies, sightings. What is
 * meant for detection becomes rows; all of it is kept as it came.
 *
 * Defences: bounds of attributes, bytes of one and depth; UUIDs only; nothing is fetched.
 */
import type { Tlp } from '../../forensics/indicators/life.ts';
import type { IntelObject, IntelRow, ReadIntel } from '../intel.types.ts';
import { isJson, isShallow, type Json, listOf, textOf, timeOf } from '../json.ts';
import { tlpOfText } from '../stix/markings.ts';
import { Tally } from '../tally.ts';
import { OUR_TYPES } from './types.table.ts';

const LIMITS = { attributes: 200_000, chars: 262_144, depth: 40 } as const;
const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

interface Reading {
  readonly rejections: Tally;
  readonly losses: Tally;
  readonly rows: IntelRow[];
  readonly objects: IntelObject[];
  readonly event: string;
  readonly eventTlp: Tlp | null;
  readonly source: string | null;
  read: number;
}

/** Seconds or an ISO time. @returns ms */
function momentOf(value: unknown): number | null {
  const seconds = typeof value === 'number' ? value : Number(value || Number.NaN);
  if (Number.isFinite(seconds) && seconds > 0 && seconds < 253_402_300_800) return seconds * 1_000;
  return timeOf(value);
}

const tagsOf = (object: Json): string[] =>
  listOf(object.Tag).flatMap(({ name }) => textOf(name, 200) ?? []);

const tlpOf = (tags: readonly string[]): Tlp | null =>
  tags.map((tag) => (/^tlp:/i.test(tag) ? tlpOfText(tag) : null)).find((tlp) => tlp !== null) ??
  null;

/** What our own export says of a row: `watchfloor:severity="HIGH"`. */
const ownTag = (tags: readonly string[], name: string): string | null =>
  tags
    .map((tag) => new RegExp(`^watchfloor:${name}="([^"]{1,60})"$`).exec(tag)?.[1] ?? null)
    .find((value) => value !== null) ?? null;

/** @returns a sentence where it is none. */
export function readMispEvent(parsed: unknown): ReadIntel | string {
  const holder = isJson(parsed) && isJson(parsed.response) ? parsed.response : parsed;
  const event = isJson(holder) && isJson(holder.Event) ? holder.Event : null;
  if (event === null) return 'This is no event of MISP: it has no Event.';
  const uuid = textOf(event.uuid, 40);
  if (uuid === null || !UUID.test(uuid)) return 'This event of MISP has no UUID.';
  const { Attribute: _, Object: __, ...head } = event;
  const reading: Reading = {
    ...{
      rejections: new Tally(),
      losses: new Tally(),
      rows: [],
      objects: [],
      read: 0,
      event: uuid,
    },
    eventTlp: tlpOf(tagsOf(event)),
    source: textOf(isJson(event.Orgc) ? event.Orgc.name : null, 200),
  };
  if (!keep(reading, 'misp-event', head, textOf(event.info, 300) ?? ''))
    return 'This event of MISP is larger or deeper than is read.';
  for (const attribute of listOf(event.Attribute)) readAttribute(attribute, null, reading);
  for (const object of listOf(event.Object)) readObject(object, reading);
  const galaxies = listOf(event.Galaxy).reduce((n, one) => n + listOf(one.GalaxyCluster).length, 0);
  if (galaxies > 0)
    reading.losses.add('clusters of galaxies (kept with the event)', uuid, galaxies);
  const reports = listOf(event.EventReport).length;
  if (reports > 0) reading.losses.add('reports of an event (kept with it)', uuid, reports);
  return {
    ...{ format: 'misp', title: textOf(event.info, 300) ?? 'MISP event' },
    read: reading.objects.length + reading.rejections.total,
    ...{ rows: reading.rows, relations: [], objects: reading.objects },
    rejections: reading.rejections.list(),
    unknownFields: [],
    losses: reading.losses.list(),
  };
}

/** False where it is too large or has no UUID. */
function keep(reading: Reading, kind: string, object: Json, name: string): boolean {
  const uuid = textOf(object.uuid, 40);
  if (uuid === null || !UUID.test(uuid)) return false;
  if (!isShallow(object, LIMITS.depth) || JSON.stringify(object).length > LIMITS.chars)
    return false;
  reading.objects.push({
    ...{ id: `${kind}--${uuid}`, kind, name: name.slice(0, 300) },
    object: kind === 'misp-event' ? object : { ...object, x_event: reading.event },
    modifiedAt: momentOf(object.timestamp),
    isRevoked: object.deleted === true,
  });
  return true;
}

function readObject(object: Json, reading: Reading): void {
  const { Attribute: attributes, ...head } = object;
  const uuid = textOf(object.uuid, 40);
  if (!keep(reading, 'misp-object', head, textOf(object.name, 300) ?? ''))
    reading.rejections.add('object without a UUID, too large or too deep', uuid);
  if (listOf(object.ObjectReference).length > 0)
    reading.losses.add('references between objects (kept with them)', uuid);
  for (const attribute of listOf(attributes)) readAttribute(attribute, uuid, reading);
}

function readAttribute(attribute: Json, object: string | null, reading: Reading): void {
  if (++reading.read > LIMITS.attributes) {
    reading.rejections.add(`attributes beyond ${LIMITS.attributes.toLocaleString('en')}`);
    return;
  }
  const { rejections, losses, rows } = reading;
  const type = textOf(attribute.type, 60);
  const value = textOf(attribute.value, 20_000);
  const uuid = textOf(attribute.uuid, 40);
  const whole = object === null ? attribute : { ...attribute, x_object: object };
  if (type === null || value === null) {
    rejections.add('attribute without type or value', uuid);
    return;
  }
  if (!keep(reading, 'misp-attribute', whole, value)) {
    rejections.add('attribute without a UUID, too large or too deep', uuid);
    return;
  }
  const parts = partsOf(type, value);
  for (const lost of parts.lost) losses.add(lost, uuid);
  if (parts.values.length === 0) return;
  if (attribute.to_ids !== true && attribute.to_ids !== '1') {
    losses.add('attribute that is not for detection (kept as an object)', uuid);
    return;
  }
  const life = lifeOf(attribute, reading);
  for (const one of parts.values)
    rows.push({
      ...one,
      ...life,
      where: uuid ?? 'attribute',
      originId: `misp-attribute--${uuid}`,
    });
}

interface Parts {
  readonly values: readonly { readonly type: string | null; readonly value: string }[];
  readonly lost: readonly string[];
}

/** `filename|sha256` names two values, `ip-dst|port` one and a port. */
function partsOf(type: string, value: string): Parts {
  const types = type.split('|');
  if (types.length === 1) {
    const own = OUR_TYPES[type];
    if (own) return { values: [{ type: own, value }], lost: [] };
    if (type === 'text' || type === 'other')
      return { values: [], lost: ['attribute of type text'] };
    return { values: [], lost: [`attribute of type ${type} (kept as an object)`] };
  }
  const cut = type.startsWith('regkey') ? value.indexOf('|') : value.lastIndexOf('|');
  const texts = cut < 0 ? [value] : [value.slice(0, cut), value.slice(cut + 1)];
  const lost: string[] = [];
  const values = types.flatMap((one, at) => {
    const own = OUR_TYPES[one];
    const text = texts[at]?.trim() ?? '';
    if (!own) lost.push(`${one} of ${type} (kept as an object)`);
    return own && text !== '' ? [{ type: own, value: text }] : [];
  });
  if (values.length > 1) lost.push(`values that belong together (${type})`);
  return { values, lost };
}

function lifeOf(attribute: Json, { eventTlp, source }: Reading): Partial<IntelRow> {
  const tags = tagsOf(attribute);
  const confidence = Number(ownTag(tags, 'confidence') ?? Number.NaN);
  const seen = listOf(attribute.Sighting)
    .filter(({ type }) => String(type ?? '0') === '0')
    .flatMap(({ date_sighting: at }) => momentOf(at) ?? []);
  const lastSeen = momentOf(attribute.last_seen);
  const latest = Math.max(lastSeen ?? 0, ...seen);
  return {
    tlp: tlpOf(tags) ?? eventTlp,
    severity: ownTag(tags, 'severity'),
    confidence: confidence >= 0 && confidence <= 100 ? Math.round(confidence) : null,
    source,
    description: textOf(attribute.comment, 2_000),
    tags: tags
      .filter((tag) => !/^(?:tlp|watchfloor):/i.test(tag))
      .map((tag) => tag.slice(0, 60))
      .slice(0, 20),
    firstSeen: momentOf(attribute.first_seen),
    lastSeen: latest > 0 ? latest : null,
    isActive: attribute.deleted !== true,
  };
}
