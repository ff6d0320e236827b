import { InfiniteQueryObserver, QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { isConcerned, ofRecord, SLOW } from './query-hints.ts';
import { createRefresher } from './refresher.ts';

async function settle(): Promise<void> {
  for (let turn = 0; turn < 6; turn += 1) await new Promise((done) => setTimeout(done, 0));
}

/** Queries that are answered by hand, and a clock that is moved by hand. */
function openRefresher() {
  const queries = new QueryClient({
    defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, retry: false } },
  });
  const timers: { run: () => void; at: number }[] = [];
  let now = 0;
  const refresh = createRefresher({
    queries,
    later: (run, delayMs) => timers.push({ run, at: now + delayMs }),
  });
  const elapse = async (ms: number) => {
    now += ms;
    for (const timer of timers.splice(0)) {
      if (timer.at <= now) timer.run();
      else timers.push(timer);
    }
    await settle();
  };
  /** Shown on the page; `answers` holds what is being asked for right now. */
  function show(key: string, meta = {}) {
    const asked: ((value: string) => void)[] = [];
    const observer = new QueryObserver(queries, {
      queryKey: ['alerts', key],
      queryFn: () => new Promise<string>((resolve) => asked.push(resolve)),
      initialData: 'at first',
      meta,
    });
    const hide = observer.subscribe(() => undefined);
    return { asked, hide, data: () => observer.getCurrentResult().data };
  }
  const change = () => refresh(queries.getQueryCache().findAll({ queryKey: ['alerts'] }));
  return { queries, show, change, elapse };
}

test('[PG17] a slow answer holds up no other, and is asked for when the quick ones are there', async () => {
  const { show, change, elapse } = openRefresher();
  const slow = show('preview', SLOW);
  const list = show('list');
  change();
  await settle();
  expect([list.asked.length, slow.asked.length]).toEqual([1, 0]);
  list.asked[0]?.('first');
  await settle();
  expect(slow.asked.length).toBe(1);
  for (let n = 2; n <= 6; n += 1) {
    change();
    await elapse(500);
    expect(list.asked.length).toBe(n);
    list.asked[n - 1]?.(`answer ${n}`);
    await settle();
  }
  expect(slow.asked.length, 'never twice at a time').toBe(1);
  expect(list.data()).toBe('answer 6');
});

test('[PG17] many changes ask for what is slow every few seconds, and for its last state', async () => {
  const { show, change, elapse } = openRefresher();
  const slow = show('preview', SLOW);
  for (let n = 0; n < 105; n += 1) {
    change();
    await elapse(200);
    slow.asked.at(-1)?.(`answer ${slow.asked.length}`);
    await settle();
  }
  expect(slow.asked.length).toBe(6);
  await elapse(4_000);
  const asked = slow.asked.length;
  slow.asked.at(-1)?.('the last');
  await settle();
  await elapse(10_000);
  expect(slow.asked.length).toBe(asked);
  expect(slow.data()).toBe('the last');
});

test('[PG17] a list of many pages is slow by itself', async () => {
  const { queries, show, change } = openRefresher();
  const list = show('list');
  let asked = 0;
  const pages = Array.from({ length: 5 }, (_, n) => n);
  const observer = new InfiniteQueryObserver(queries, {
    queryKey: ['alerts', 'long'],
    queryFn: () => {
      asked += 1;
      return Promise.resolve(asked);
    },
    initialPageParam: 0,
    getNextPageParam: (last: number) => last + 1,
    initialData: { pages, pageParams: pages },
  });
  const hide = observer.subscribe(() => undefined);
  change();
  await settle();
  expect(asked).toBe(0);
  list.asked[0]?.('there');
  await settle();
  expect(asked).toBe(5);
  hide();
});

test('[NT17] what nobody looks at any longer is old, also where its answer was on the way', async () => {
  const { queries, show, change } = openRefresher();
  const list = show('list');
  const other = show('other');
  void queries.refetchQueries({ queryKey: ['alerts', 'other'] });
  await settle();
  other.hide();
  change();
  other.asked[0]?.('read before the change');
  list.asked[0]?.('there');
  await settle();
  const state = queries.getQueryState(['alerts', 'other']);
  expect(state).toMatchObject({ data: 'read before the change', isInvalidated: true });
  expect(other.asked.length).toBe(1);
});

test('[PG17] a change that names others does not concern what is of one record', () => {
  const queries = new QueryClient();
  const built = (meta?: object) =>
    queries
      .getQueryCache()
      .build(queries, { queryKey: ['alerts', meta ? 'one' : 'list'], meta: { ...meta } });
  const changed = (ids?: string[], resource = 'alerts') => ({ resource, ids });
  expect(isConcerned(built(ofRecord('a')), changed(['b', 'c']))).toBe(false);
  expect(isConcerned(built(ofRecord('a')), changed(['b', 'a']))).toBe(true);
  expect(isConcerned(built(ofRecord('a')), changed())).toBe(true);
  expect(isConcerned(built(ofRecord('a')), changed(['b'], 'engine_decisions'))).toBe(true);
  expect(isConcerned(built(), changed(['b']))).toBe(true);
});
