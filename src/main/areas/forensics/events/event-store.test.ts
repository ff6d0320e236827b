import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeEvent, makeText } from '../../../../../tests/helpers/make-events.ts';
import { createRandom, type Random } from '../../../../../tests/helpers/random.ts';
import type { EvidenceEvent } from '../../../../shared/areas/forensics/events/event.types.ts';
import {
  BUILT_IN_FIELDS,
  EVENT_SORTS,
  type EventFilter,
  type EventQuery,
  FILTER_OPERATORS,
} from '../../../../shared/areas/forensics/events/event-query.ts';
import { openEventStore } from './event-store.ts';
import type { EventStore } from './event-store.types.ts';

const KEY = new Uint8Array(32).fill(7);
const EVENTS = 1_500;
const QUERIES = 200;

interface Known extends EvidenceEvent {
  readonly sourceId: string;
  readonly place: number;
}

let folder: string;
let store: EventStore;
let known: Known[];
const clocks: Record<string, { offsetMs: number; offsetNanos: number }> = {
  a: { offsetMs: 0, offsetNanos: 0 },
  b: { offsetMs: -7_500, offsetNanos: 600_000 },
};
const sourceNames: Record<string, string> = { a: 'Security.evtx', b: 'log of x.csv' };

const small = (text: string) => text.toLowerCase().replaceAll('ς', 'σ');
const isWord = (char: string | undefined) => char !== undefined && /[\p{L}\p{N}\p{M}]/u.test(char);

/** Piece by piece, without an index: what [ES3] says. */
function occurs(value: string, piece: string, isQuoted: boolean): boolean {
  if (!isQuoted && /^\*+[^*]/.test(piece))
    return small(value).includes(small(piece).replace(/^\*+/, ''));
  const [text, wanted] = [small(value), small(piece)];
  for (let at = 0; at + wanted.length <= text.length; at++) {
    if (!text.startsWith(wanted, at)) continue;
    if (isWord(wanted[0]) && isWord(text[at - 1])) continue;
    const end = at + wanted.length;
    if (isQuoted && isWord(wanted.at(-1)) && isWord(text[end])) continue;
    return true;
  }
  return false;
}

const listOf = (value: string | readonly string[] | undefined): readonly string[] =>
  value === undefined ? [] : typeof value === 'string' ? [value] : value;

function valuesOf(event: Known, field: string): readonly string[] | null {
  if (field.startsWith('@')) {
    const name = field.slice(1).toLowerCase();
    if (name === 'source') return [sourceNames[event.sourceId] ?? ''];
    const value = event[name as 'host' | 'user' | 'summary'];
    return value === null ? null : [value];
  }
  const names = Object.keys(event.fields).filter((name) => small(name) === small(field));
  return names.length === 0 ? null : names.flatMap((name) => listOf(event.fields[name]));
}

/** How many events have each value of a field, and how many have none. */
function countEach(field: string): { counts: Map<string, number>; without: number } {
  const counts = new Map<string, number>();
  let without = 0;
  for (const event of known) {
    const values = valuesOf(event, field);
    if (values === null) without++;
    for (const value of new Set(values)) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return { counts, without };
}

function passes(event: Known, { field, op, value = '' }: EventFilter): boolean {
  const values = valuesOf(event, field);
  const some = (holds: (text: string) => boolean) =>
    values?.some((one) => holds(small(one))) ?? false;
  const wanted = small(value);
  switch (op) {
    case 'is':
      return some((text) => text === wanted);
    case 'isNot':
      return !some((text) => text === wanted);
    case 'contains':
      return some((text) => text.includes(wanted));
    case 'startsWith':
      return some((text) => text.startsWith(wanted));
    case 'exists':
      return values !== null;
    case 'missing':
      return values === null;
  }
}

function aligned(event: Known): [number, number] | null {
  if (event.timeMs === null) return null;
  const { offsetMs, offsetNanos } = clocks[event.sourceId] ?? { offsetMs: 0, offsetNanos: 0 };
  const nanos = event.timeNanos + offsetNanos;
  return [event.timeMs + offsetMs + Math.floor(nanos / 1e6), nanos % 1e6];
}

function finds(event: Known, query: EventQuery, pieces: readonly [string, boolean][]): boolean {
  const texts = [event.summary, event.host, event.user, event.provider, event.code]
    .filter((text) => text !== null)
    .concat(Object.values(event.fields).flatMap(listOf));
  const time = aligned(event)?.[0] ?? Number.NaN;
  const isListed = (list: readonly string[] | undefined, value: string | null) =>
    !list || (value !== null && list.some((one) => small(one) === small(value)));
  return (
    pieces.every(([piece, isQuoted]) => texts.some((text) => occurs(text, piece, isQuoted))) &&
    (query.fromMs === undefined || time >= query.fromMs) &&
    (query.toMs === undefined || time < query.toMs) &&
    isListed(query.kinds, event.kind) &&
    isListed(query.hosts, event.host) &&
    isListed(query.users, event.user) &&
    isListed(query.codes, event.code) &&
    (!query.sourceIds || query.sourceIds.includes(event.sourceId)) &&
    (query.filters ?? []).every((filter) => passes(event, filter))
  );
}

function inOrder(events: readonly Known[], sort: (typeof EVENT_SORTS)[number]): Known[] {
  if (sort === 'inserted') return [...events];
  const timed = events.filter((event) => event.timeMs !== null);
  const untimed = events.filter((event) => event.timeMs === null);
  timed.sort((left, right) => {
    const [leftMs, leftNs] = aligned(left) ?? [0, 0];
    const [rightMs, rightNs] = aligned(right) ?? [0, 0];
    return leftMs - rightMs || leftNs - rightNs || left.place - right.place;
  });
  return [...(sort === 'time' ? timed : timed.reverse()), ...untimed];
}

function makePieces(random: Random): [string, boolean][] {
  const pieces: [string, boolean][] = [];
  for (let left = random.below(3); left > 0; left--) {
    const isQuoted = random.chance(40);
    const taken = makeText(random).replaceAll('"', '').trim();
    const typed = isQuoted ? taken : (taken.split(/\s+/)[0] ?? '').replace(/\*$/, '');
    const inside = typed.slice(1, 2 + random.below(4)).replace(/^\*+/, '');
    if (!isQuoted && inside !== '' && random.chance(30)) pieces.push([`*${inside}`, false]);
    else if (typed !== '') pieces.push([typed.slice(0, 1 + random.below(30)).trim(), isQuoted]);
  }
  return pieces.filter(([piece]) => piece !== '' && !/\*$/.test(piece));
}

function makeQuery(random: Random): { query: EventQuery; pieces: [string, boolean][] } {
  const sound = makePieces(random);
  const text = sound.map(([piece, isQuoted]) => (isQuoted ? `"${piece}"` : piece)).join(' ');
  const filters: EventFilter[] = [];
  for (let left = random.below(3); left > 0; left--) {
    const event = random.pick(known);
    const names = [...Object.keys(event.fields).filter(Boolean), ...BUILT_IN_FIELDS, 'IMAGE', 'no'];
    const field = random.pick(names);
    const whole = random.pick([...(valuesOf(event, field) ?? []), makeText(random)]);
    const start = random.chance(50) ? 0 : random.below(whole.length + 1);
    const value = random.chance(50) ? whole : whole.slice(start, start + 1 + random.below(8));
    filters.push({ field, op: random.pick(FILTER_OPERATORS), value });
  }
  const fromMs = 1_700_000_000_000 + random.below(50) * 1_000;
  return {
    pieces: sound,
    query: {
      ...(text === '' ? {} : { text }),
      ...(filters.length > 0 ? { filters } : {}),
      ...(random.chance(20) ? { fromMs, toMs: fromMs + random.below(40) * 500 } : {}),
      ...(random.chance(10) ? { hosts: ['WS-01', 'nobody'] } : {}),
      ...(random.chance(10) ? { users: ['ALICE'] } : {}),
      ...(random.chance(10) ? { codes: ['4688'] } : {}),
      ...(random.chance(10) ? { kinds: ['process', 'dns', 'log'] as const } : {}),
      ...(random.chance(10) ? { sourceIds: ['b'] } : {}),
    } as EventQuery,
  };
}

beforeAll(() => {
  const random = createRandom(20_261_122);
  folder = mkdtempSync(join(tmpdir(), 'watchfloor-events-'));
  store = openEventStore({ folder, key: KEY, investigationId: 'one' });
  const ofSource: Record<string, Known[]> = { a: [], b: [] };
  store.addSource({ id: 'a', name: 'Security.evtx', reader: 'evtx' });
  store.addSource({ id: 'b', name: 'log of x.csv', reader: 'csv', clock: clocks.b });
  for (let place = 0; place < EVENTS; place++) {
    const sourceId = random.chance(70) ? 'a' : 'b';
    const event = makeEvent(random, place);
    store.insert(sourceId, [event]);
    ofSource[sourceId]?.push({ ...event, sourceId, place });
  }
  store.finish('a');
  store.finish('b');
  known = [...(ofSource.a ?? []), ...(ofSource.b ?? [])].map((event, place) => ({
    ...event,
    place,
  }));
});
afterAll(() => {
  store.close();
  rmSync(folder, { recursive: true });
});

describe('what was read', () => {
  test('[ES1] comes out as it went in', () => {
    const all = [...store.scan()].flat();
    expect(all).toHaveLength(EVENTS);
    all.forEach(({ id, sourceId, alignedMs, alignedNanos, ...event }, place) => {
      const { sourceId: own, place: _, fields, ...expected } = known[place] as Known;
      expect(sourceId).toBe(own);
      expect({ ...event, fields: { ...event.fields } }).toEqual({
        ...expected,
        fields: { ...fields },
      });
      expect(alignedMs === null ? null : [alignedMs, alignedNanos]).toEqual(
        aligned(known[place] as Known),
      );
      expect(store.get(id)).toEqual({ id, sourceId, alignedMs, alignedNanos, ...event });
    });
    expect(store.get(1)).toBeNull();
  });
});

describe('what is asked', () => {
  test('[ES2] [ES3] [ES4] [ES12] queries find what looking at every event finds', () => {
    const random = createRandom(8);
    let hits = 0;
    for (let left = QUERIES; left > 0; left--) {
      const { query, pieces } = makeQuery(random);
      const sort = random.pick(EVENT_SORTS);
      const expected = inOrder(
        known.filter((event) => finds(event, query, pieces)),
        sort,
      );
      const why = `seed ${random.seed}: ${JSON.stringify(query)}`;
      const offset = random.below(expected.length + 2);
      const { rows, total } = store.search(query, { sort, offset, limit: 50 });
      expect(total, why).toBe(expected.length);
      expect(
        rows.map(({ summary, timeMs, timeNanos }) => [summary, timeMs, timeNanos]),
        why,
      ).toEqual(
        expected
          .slice(offset, offset + 50)
          .map(({ summary, timeMs, timeNanos }) => [summary, timeMs, timeNanos]),
      );
      if (total > 0 && total < EVENTS) hits++;
    }
    expect(hits).toBeGreaterThan(QUERIES / 6);
  });

  test('[ES12] a list begins as the order of all would have it, before there is one', () => {
    const random = createRandom(12);
    for (let left = 12; left > 0; left--) {
      const fresh = openEventStore({ folder, key: KEY, investigationId: 'one' });
      try {
        const sort = left % 2 === 0 ? 'time' : '-time';
        const query: EventQuery = left % 3 === 0 ? { kinds: ['process', 'dns', 'log'] } : {};
        const offset = random.below(30);
        const found = known.filter((event) => finds(event, query, []));
        const { rows, total } = fresh.search(query, { sort, offset, limit: 60 });
        expect(total).toBe(found.length);
        expect(rows.map(({ summary, timeMs, timeNanos }) => [summary, timeMs, timeNanos])).toEqual(
          inOrder(found, sort)
            .slice(offset, offset + 60)
            .map(({ summary, timeMs, timeNanos }) => [summary, timeMs, timeNanos]),
        );
      } finally {
        fresh.close();
      }
    }
  });

  test('[ES15] a star before a word looks inside of words, too', () => {
    const one = openEventStore({ folder, key: KEY, investigationId: 'inside' });
    const { fields: _, ...event } = known[0] as Known;
    one.addSource({ id: 's', name: 's', reader: 'json' });
    const made = (image: string, place: number) => ({
      ...{ ...event, record: String(place), summary: '', host: null, user: null },
      fields: { image },
    });
    one.insert('s', [made('C:\\POWERSHELL.exe', 1), made('shell.exe', 2), made('ersh 1', 3)]);
    one.finish('s');
    const counts = ['ersh', '*ersh', '*ersh*', '*shell', '*SHELL.e', '"*ersh"', '*'].map((text) =>
      one.count({ text }),
    );
    expect(counts).toEqual([1, 2, 2, 2, 2, 0, 0]);
    one.close();
  });

  test('[ES3] nothing typed is an error', () => {
    const random = createRandom(9);
    for (let left = 60; left > 0; left--) {
      const text = Array.from({ length: 3 }, () => makeText(random)).join(
        random.pick(['"', ' ', '*']),
      );
      expect(store.count({ text })).toBeGreaterThanOrEqual(0);
    }
  });

  test('[ES5] stacks, histograms and fields count to the event', () => {
    const query = { text: 'powershell' };
    const found = known.filter((event) => finds(event, query, [['powershell', false]]));
    const counts = new Map<string, number>();
    for (const { host } of found) if (host !== null) counts.set(host, (counts.get(host) ?? 0) + 1);
    const stack = store.stack(query, { field: '@host', order: 'common', limit: 10 });
    const without = found.filter(({ host }) => host === null).length;
    expect(new Map(stack.entries.map(({ value, count }) => [value, count]))).toEqual(
      new Map<string | null, number>([...counts, [null, without]]),
    );
    const histogram = store.histogram(query, { buckets: 7 });
    const sum = (numbers: readonly number[]) => numbers.reduce((left, right) => left + right, 0);
    expect(sum(histogram.counts) + histogram.outside).toBe(found.length);
    expect(sum(Object.values(histogram.byKind).map(sum))).toBe(sum(histogram.counts));
    expect(histogram.outside).toBe(found.filter(({ timeMs }) => timeMs === null).length);
    const images = known.filter(({ fields }) => 'Image' in fields).length;
    expect(store.fields().find(({ name }) => name === 'Image')?.events).toBe(images);
  });

  test('[ES5] every field is stacked as counting each event would, in either order', () => {
    const names = [...new Set(known.flatMap(({ fields }) => Object.keys(fields)))];
    const fields = [...names.filter((name) => name !== '' && !name.startsWith('@')), '@user'];
    expect(fields.length).toBeGreaterThan(5);
    for (const field of fields) {
      const { counts, without } = countEach(field);
      for (const order of ['rare', 'common'] as const) {
        const sign = order === 'rare' ? 1 : -1;
        const expected = [...counts].sort(
          ([left, less], [right, more]) => sign * (less - more) || (left < right ? -1 : 1),
        );
        const { entries, values } = store.stack({}, { field, order, limit: 7 });
        expect(values, field).toBe(counts.size);
        expect(
          entries.map(({ value, count }) => [value, count]),
          field,
        ).toEqual([...expected.slice(0, 7), ...(without > 0 ? [[null, without]] : [])]);
      }
    }
  });

  test('[ES18] a count in steps counts what it began with, whatever is searched meanwhile', () => {
    const query = { text: 'powershell' };
    const request = { field: '@host', order: 'common', limit: 9 } as const;
    const whole = store.stack(query, request);
    const step = store.stackInSteps(query, request);
    expect(step(0)).toBeNull();
    for (const text of ['a', 'b', 'cmd', 'ws', 'the', 'x', 'alice', '1'])
      store.search({ text }, { sort: 'time', offset: 0, limit: 5 });
    expect(step(Number.POSITIVE_INFINITY)).toEqual(whole);
    expect(whole.events).toBeGreaterThan(20);
  });

  test('[ES13] addresses are stacked and filtered under all their names, each event once', () => {
    const of = (folderName: string) =>
      openEventStore({ folder, key: KEY, investigationId: folderName });
    const one = of('addresses');
    one.addSource({ id: 's', name: 's.json', reader: 'json' });
    const ends: Record<string, string>[] = [
      { SourceIp: '10.0.0.1', DestinationIp: '192.0.2.9' },
      { src_ip: '10.0.0.1', 'source.ip': '10.0.0.1', dest_ip: '192.0.2.9' },
      { 'ID.orig_h': '10.0.0.2', src_ip: '10.0.0.3' },
      { note: '10.0.0.1' },
    ];
    const random = createRandom(3);
    one.insert(
      's',
      ends.map((fields, place) => ({ ...makeEvent(random, place), fields })),
    );
    one.finish('s');
    const stack = (field: string) => one.stack({}, { field, order: 'common', limit: 9 }).entries;
    expect(stack('@sourceAddress')).toEqual([
      { value: '10.0.0.1', count: 2 },
      { value: '10.0.0.2', count: 1 },
      { value: '10.0.0.3', count: 1 },
      { value: null, count: 1 },
    ]);
    expect(stack('@destinationAddress')).toEqual([
      { value: '192.0.2.9', count: 2 },
      { value: null, count: 2 },
    ]);
    const count = (op: 'is' | 'isNot' | 'startsWith' | 'missing', value: string) =>
      one.count({ filters: [{ field: '@sourceaddress', op, value }] });
    expect([count('is', '10.0.0.1'), count('isNot', '10.0.0.1')]).toEqual([2, 2]);
    expect([count('startsWith', '10.0'), count('missing', '')]).toEqual([3, 1]);
    one.close();
  });

  test('[ES2] neighbours stand beside an event in time, on the same host', () => {
    const ordered = inOrder(
      known.filter(({ host }) => small(host ?? '') === 'ws-01'),
      'time',
    );
    const [event] = store.search({ hosts: ['WS-01'] }, { sort: 'time', offset: 20, limit: 1 }).rows;
    const { before, after } = store.neighbours(event?.id ?? 0, 'host', 3);
    expect([...before, ...after].map(({ summary }) => summary)).toEqual(
      [17, 18, 19, 21, 22, 23].map((place) => ordered[place]?.summary),
    );
  });
});
