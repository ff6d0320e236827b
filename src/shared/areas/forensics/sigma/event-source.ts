/**
 * Which log sources of Sigma an event belongs to: by its channel and event id, or by what the importer
 * declared of the stream it stands in.
 */
import type { FlatEvent, SigmaLogsource } from './sigma.types.ts';
import {
  CHANNEL_OF_PROVIDER,
  CHANNELS_OF_SERVICE,
  LINUX_CATEGORIES,
  LINUX_SYSMON,
  PLACES_OF_CATEGORY,
  type Translation,
} from './windows-sources.table.ts';

/** What an event is to Sigma. Events with the same key are looked at by the same rules. */
export interface EventSource {
  readonly key: string;
  readonly product: string | null;
  readonly services: readonly string[];
  /** Category, and how its fields are read. */
  readonly categories: ReadonlyMap<string, Translation | null>;
  /** In lower case where the event has one. */
  readonly eventId: string;
}

/** The first value, as text. */
function firstOf(event: FlatEvent, name: string): string {
  const value = event[name];
  if (value === undefined || typeof value === 'string') return value ?? '';
  return value[0] ?? '';
}

/** What decides about the source, as one text for a cache. */
export function sourceKey(event: FlatEvent, declared: SigmaLogsource | undefined): string {
  const id = firstOf(event, 'EventID');
  if (declared && !readsChannel(declared))
    return `:${declared.product ?? ''}/${declared.category ?? ''}/${declared.service ?? ''}\n${id}`;
  const channel =
    firstOf(event, 'Channel') ||
    `@${firstOf(event, 'Provider_Name')}@${declared?.service ?? ''}@${declared?.product ?? ''}`;
  return id === '12' ? `${channel}\n12\n${firstOf(event, 'EventType')}` : `${channel}\n${id}`;
}

/** 'Windows' alone says no more than the channel does, and a service of Windows is a channel. */
function readsChannel({ product, category, service }: SigmaLogsource): boolean {
  if (category || (product ?? 'windows').toLowerCase() !== 'windows') return false;
  return !service || Object.hasOwn(CHANNELS_OF_SERVICE, service.toLowerCase());
}

export function sourceOf(event: FlatEvent, declared: SigmaLogsource | undefined): EventSource {
  const eventId = firstOf(event, 'EventID').trim().toLowerCase();
  if (declared && !readsChannel(declared)) return declaredSource(declared, eventId);
  const channel = channelOf(event) ?? channelOfService(declared?.service);
  if (channel === null) return source(declared?.product ?? null, [], new Map(), eventId);
  if (channel === LINUX_SYSMON) {
    const category = LINUX_CATEGORIES[eventId];
    const categories = new Map(category === undefined ? [] : [[category, null] as const]);
    return source('linux', ['sysmon'], categories, eventId);
  }
  const eventType = firstOf(event, 'EventType').trim().toLowerCase();
  return source('windows', servicesOf(channel), categoriesOf(channel, eventId, eventType), eventId);
}

function source(
  product: string | null,
  services: readonly string[],
  categories: ReadonlyMap<string, Translation | null>,
  eventId: string,
): EventSource {
  const key = `${product ?? ''}|${services.join(',')}|${[...categories.keys()].join(',')}`;
  return { key, product, services, categories, eventId };
}

function declaredSource(declared: SigmaLogsource, eventId: string): EventSource {
  const { product, category, service } = declared;
  const categories = new Map(
    category === undefined ? [] : [[category.toLowerCase(), null] as const],
  );
  return source(
    product?.toLowerCase() ?? null,
    service === undefined ? [] : [service.toLowerCase()],
    categories,
    eventId,
  );
}

function channelOf(event: FlatEvent): string | null {
  const channel = firstOf(event, 'Channel').trim().toLowerCase();
  if (channel !== '') return channel;
  const provider = firstOf(event, 'Provider_Name').trim().toLowerCase();
  return Object.hasOwn(CHANNEL_OF_PROVIDER, provider)
    ? (CHANNEL_OF_PROVIDER[provider] ?? null)
    : null;
}

function channelOfService(service: string | undefined): string | null {
  const name = service?.toLowerCase() ?? '';
  return Object.hasOwn(CHANNELS_OF_SERVICE, name) ? (CHANNELS_OF_SERVICE[name]?.[0] ?? null) : null;
}

function servicesOf(channel: string): readonly string[] {
  return Object.entries(CHANNELS_OF_SERVICE)
    .filter(([, channels]) => channels.includes(channel))
    .map(([service]) => service);
}

function categoriesOf(
  channel: string,
  id: string,
  eventType: string,
): ReadonlyMap<string, Translation | null> {
  const found = new Map<string, Translation | null>();
  for (const [category, places] of Object.entries(PLACES_OF_CATEGORY)) {
    const place = places.find(
      ({ channels, ids, eventTypes }) =>
        channels.includes(channel) &&
        ids.includes(id) &&
        (!eventTypes || eventTypes.includes(eventType)),
    );
    if (place) found.set(category, place.translation ?? null);
  }
  return found;
}

/** Whether a rule looks at such events. */
export function looksAt(rule: SigmaLogsource, event: EventSource): boolean {
  if (rule.product !== undefined && rule.product !== event.product) return false;
  if (rule.service !== undefined && !event.services.includes(rule.service)) return false;
  return rule.category === undefined || event.categories.has(rule.category);
}

/** Whether a filter's log source covers a rule's: what the filter leaves open fits anything. */
export function covers(filter: SigmaLogsource, rule: SigmaLogsource): boolean {
  return (['product', 'category', 'service'] as const).every(
    (part) => filter[part] === undefined || filter[part] === rule[part],
  );
}

/** Where a rule's events come from, for people: channels and ids, or what must be declared at import. */
export function describeSource(rule: SigmaLogsource): {
  readonly reach: 'channels' | 'declared';
  readonly text: string;
} {
  const { product, category, service } = rule;
  const isWindows = product === undefined || product === 'windows';
  if (isWindows && category !== undefined && Object.hasOwn(PLACES_OF_CATEGORY, category)) {
    const places = PLACES_OF_CATEGORY[category] ?? [];
    const text = places.map(({ channels, ids }) => `${channels.join(', ')} (${ids.join(', ')})`);
    return { reach: 'channels', text: text.join('; ') };
  }
  if (isWindows && category === undefined && service !== undefined) {
    const channels = Object.hasOwn(CHANNELS_OF_SERVICE, service)
      ? CHANNELS_OF_SERVICE[service]
      : undefined;
    if (channels) return { reach: 'channels', text: channels.join(', ') };
  }
  if (product === 'windows' && category === undefined && service === undefined)
    return { reach: 'channels', text: 'all channels of Windows' };
  const parts = [product, category, service].filter((part) => part !== undefined);
  return { reach: 'declared', text: `events imported as ${parts.join('/')}` };
}
