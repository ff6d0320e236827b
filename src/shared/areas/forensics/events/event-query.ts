/** What is asked of an event store: the words typed, filters by field, a span of time. */
import { z } from 'zod';
import { EVENT_KINDS } from './event.types.ts';

/**
 * Names of what every event has, beside the fields its source gave it. A field of the source may well
 * be called 'host'; the sign keeps the two apart.
 */
export const BUILT_IN_FIELDS = [
  '@kind',
  '@host',
  '@user',
  '@provider',
  '@code',
  '@summary',
  '@source',
] as const;
export type BuiltInField = (typeof BUILT_IN_FIELDS)[number];

/**
 * The two ends of a connection, whatever a source calls them: names of fields in lower case, as Sysmon and
 * the Security log, ECS, Zeek, Suricata, W3C logs, firewalls and our own readers write them.
 */
export const ADDRESS_FIELDS = {
  '@sourceAddress': [
    ...['sourceip', 'source.ip', 'source_ip', 'src_ip', 'srcip', 'src', 'source.address'],
    ...['sourceaddress', 'srcaddr', 'src_addr', 'saddr', 'id.orig_h', 'ipaddress', 'client.ip'],
    ...['clientip', 'client_ip', 'clientaddress', 'c-ip', 'remote_addr', 'sourceipaddress'],
  ],
  '@destinationAddress': [
    ...['destinationip', 'destination.ip', 'destination_ip', 'dst_ip', 'dstip', 'dst', 'dest_ip'],
    ...['destination.address', 'destinationaddress', 'destaddress', 'dstaddr', 'dst_addr'],
    ...['daddr', 'id.resp_h', 'server.ip', 'serverip', 's-ip'],
  ],
} as const;
export type AddressField = keyof typeof ADDRESS_FIELDS;

export const FILTER_OPERATORS = [
  'is',
  'isNot',
  'contains',
  'startsWith',
  'exists',
  'missing',
] as const;
export type FilterOperator = (typeof FILTER_OPERATORS)[number];

export const EVENT_QUERY_LIMITS = {
  text: 1_000,
  filters: 30,
  value: 4_000,
  listed: 200,
  rows: 1_000,
  buckets: 2_000,
  /** Different values that a stack tells apart: a field of ids may have as many as there are events. */
  stackedValues: 2_000_000,
} as const;

/** Names and values are compared without regard to case. `isNot` holds for events without the field. */
const eventFilterSchema = z.object({
  field: z.string().min(1).max(500),
  op: z.enum(FILTER_OPERATORS),
  value: z.string().max(EVENT_QUERY_LIMITS.value).optional(),
});
export type EventFilter = z.output<typeof eventFilterSchema>;

const listed = z.array(z.string().max(1_000)).max(EVENT_QUERY_LIMITS.listed).optional();

/**
 * All parts must hold; of a list, one entry. Times are aligned, ms since 1970 UTC, `fromMs` within,
 * `toMs` without. `text`: every word must occur somewhere in the event, its beginning is enough;
 * "in quotes" are these words in a row, whole.
 */
export const eventQuerySchema = z.object({
  text: z.string().max(EVENT_QUERY_LIMITS.text).optional(),
  filters: z.array(eventFilterSchema).max(EVENT_QUERY_LIMITS.filters).optional(),
  fromMs: z.number().optional(),
  toMs: z.number().optional(),
  kinds: z.array(z.enum(EVENT_KINDS)).optional(),
  sourceIds: listed,
  hosts: listed,
  users: listed,
  codes: listed,
});
export type EventQuery = z.output<typeof eventQuerySchema>;

export const EVENT_SORTS = ['time', '-time', 'inserted'] as const;
export type EventSort = (typeof EVENT_SORTS)[number];
