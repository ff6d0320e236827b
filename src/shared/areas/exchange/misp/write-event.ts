/** A case, or a set of indicators, as an event of MISP (core format). */
import { toIso } from '../../../kernel/time.ts';
import { TLPS } from '../../forensics/indicators/life.ts';
import type { CaseTechnique, ExchangeCase, ShownIndicator } from '../case.types.ts';
import type { IntelObject } from '../intel.types.ts';
import { type Counted, Tally } from '../tally.ts';
import { MISP_TYPES } from './types.table.ts';

type Json = Record<string, unknown>;
type OwnId = (name: string) => string;

const THREAT_LEVELS: Readonly<Record<string, string>> = {
  ...{ CRITICAL: '1', HIGH: '1', MEDIUM: '2', LOW: '3' },
};
const UNDEFINED_LEVEL = '4';
const seconds = (ms: number): string => String(Math.floor(ms / 1_000));
const tag = (name: string) => ({ name });

function attributeOf(
  one: ShownIndicator,
  sightings: ExchangeCase['sightings'],
  ownId: OwnId,
  losses: Tally,
): Json {
  const known = MISP_TYPES[one.type];
  if (!known) losses.add(`type ${one.type}, written as text`, one.id);
  const [type, category] = known ?? ['text', 'Other'];
  const seen = sightings.filter(({ indicatorId }) => indicatorId === one.id);
  if (one.expiresAt !== null) losses.add('time of expiry', one.id);
  if (one.notes !== null) losses.add('notes of an indicator', one.id);
  return {
    ...{ uuid: ownId(`misp ${one.id}`), type, category, value: one.value, to_ids: one.isActive },
    comment: one.description ?? '',
    ...{ timestamp: seconds(one.updatedAt ?? one.createdAt), distribution: '5' },
    disable_correlation: false,
    ...(one.firstSeen === null ? {} : { first_seen: toIso(one.firstSeen) }),
    ...(one.lastSeen === null ? {} : { last_seen: toIso(one.lastSeen) }),
    Tag: [
      ...(one.tlp === null ? [] : [tag(`tlp:${one.tlp.toLowerCase()}`)]),
      tag(`watchfloor:severity="${one.severity}"`),
      tag(`watchfloor:confidence="${one.confidence}"`),
      ...(known ? [] : [tag(`watchfloor:type="${one.type.replace(/"/g, '')}"`)]),
      ...one.tags.map(tag),
    ],
    ...(seen.length === 0
      ? {}
      : {
          Sighting: seen.map(({ first, last, n }) => ({
            ...{ uuid: ownId(`misp seen ${one.id} ${first} ${n}`), type: '0' },
            ...{ date_sighting: seconds(last), source: 'Watchfloor' },
          })),
        }),
  };
}

const galaxyOf = (techniques: readonly CaseTechnique[]): Json[] =>
  techniques.length === 0
    ? []
    : [
        {
          ...{ name: 'Attack Pattern', type: 'mitre-attack-pattern', description: 'ATT&CK Tactic' },
          GalaxyCluster: techniques.map(({ id, name }) => {
            const value = `${name ?? id} - ${id}`;
            return {
              ...{ type: 'mitre-attack-pattern', value, meta: { external_id: [id] } },
              tag_name: `misp-galaxy:mitre-attack-pattern="${value}"`,
            };
          }),
        },
      ];

/** An attribute as it came, without the marks that we keep with it. */
function original({ object }: IntelObject): Json {
  const { x_event: _, x_object: __, ...attribute } = object;
  return attribute;
}

interface FromMisp {
  /** The one event that all of it came from. */
  readonly event: IntelObject;
  readonly attributes: readonly IntelObject[];
  readonly objects: readonly IntelObject[];
}

/** Whole events that rows came from, where they came from one. */
function oneEvent({ indicators, kept, kind }: ExchangeCase): FromMisp | null {
  if (kind !== 'indicators') return null;
  const origins = indicators.map(({ originId }) => kept.get(originId ?? ''));
  const events = new Set(origins.map((one) => one?.object.x_event));
  const [uuid] = events;
  const event = events.size === 1 ? kept.get(`misp-event--${String(uuid)}`) : undefined;
  if (!event) return null;
  const own = [...kept.values()].filter(({ object }) => object.x_event === uuid);
  return {
    event,
    attributes: own.filter(({ kind: one }) => one === 'misp-attribute'),
    objects: own.filter(({ kind: one }) => one === 'misp-object'),
  };
}

export function mispEvent(
  given: ExchangeCase,
  ownId: OwnId,
): { readonly event: { readonly Event: Json }; readonly losses: readonly Counted[] } {
  const losses = new Tally();
  const came = oneEvent(given);
  if (came) return { event: { Event: cameBack(came, given) }, losses: [] };
  const attributes = given.indicators.map((one) => {
    const origin = given.kept.get(one.originId ?? '');
    return origin?.kind === 'misp-attribute'
      ? original(origin)
      : attributeOf(one, given.sightings, ownId, losses);
  });
  if (given.relations.length > 0)
    losses.add('relations between indicators', null, given.relations.length);
  if (given.alerts.length > 0) losses.add('alerts of the case', null, given.alerts.length);
  const tlp = [...TLPS].reverse().find((one) => given.indicators.some((row) => row.tlp === one));
  return {
    event: {
      Event: {
        ...{ uuid: ownId(`misp event ${given.kind} ${given.id}`), info: given.title },
        ...{ date: toIso(given.createdAt).slice(0, 10), timestamp: seconds(given.updatedAt) },
        threat_level_id: THREAT_LEVELS[given.severity ?? ''] ?? UNDEFINED_LEVEL,
        analysis: given.verdict === null ? '1' : '2',
        ...{ published: false, distribution: '0' },
        Orgc: { uuid: ownId(`author ${given.author.id}`), name: given.author.name },
        Tag: tlp === undefined ? [] : [tag(`tlp:${tlp.toLowerCase()}`)],
        Attribute: unique(attributes),
        Object: [],
        Galaxy: galaxyOf(given.techniques),
        EventReport: given.notes.map(({ id, at, text }) => ({
          ...{ uuid: ownId(`misp note ${id}`), name: 'Note', content: text },
          ...{ timestamp: seconds(at), distribution: '5' },
        })),
      },
    },
    losses: losses.list(),
  };
}

const unique = (attributes: readonly Json[]): Json[] => [
  ...new Map(attributes.map((one) => [one.uuid, one])).values(),
];

/** The event as it came; rows that were switched off here are no longer for detection. */
function cameBack({ event, attributes, objects }: FromMisp, { indicators }: ExchangeCase): Json {
  const off = new Set(
    indicators.filter(({ isActive }) => !isActive).map(({ originId }) => originId),
  );
  const written = (one: IntelObject): Json =>
    off.has(one.id) && one.object.deleted !== true
      ? { ...original(one), to_ids: false }
      : original(one);
  const ofObject = (uuid: unknown) =>
    attributes.filter(({ object }) => object.x_object === uuid).map(written);
  return {
    ...event.object,
    Attribute: attributes.filter(({ object }) => object.x_object === undefined).map(written),
    Object: objects.map((one) => {
      const { x_event: _, ...object } = one.object;
      return { ...object, Attribute: ofObject(object.uuid) };
    }),
  };
}
