import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import type { ServerEvent } from '../../shared/contract/events.ts';
import type { Job } from '../../shared/contract/jobs.ts';
import { createConnectionStore } from './core-contact.ts';
import { JOB_LIST_KEY } from './jobs.queries.ts';
import { staleKeys, startLiveUpdates } from './live-updates.ts';

const JOB: Job = {
  id: 'job-1',
  kind: 'import',
  title: 'Import eve.json',
  state: 'RUNNING',
  done: 10,
  total: 100,
  unit: 'lines',
  message: null,
  startedBy: null,
  createdAt: '2026-11-20T16:00:00.000Z',
  updatedAt: '2026-11-20T16:00:01.000Z',
  finishedAt: null,
};

const NOW = Date.parse('2026-11-20T16:00:05.000Z');

function openUpdates() {
  const opened: string[] = [];
  const queries = new QueryClient();
  queries.setQueryData(['alerts', 'list'], []);
  queries.setQueryData(['dashboard', 'metrics'], {});
  queries.setQueryData(['users', 'current'], {});
  queries.setQueryData(JOB_LIST_KEY, []);
  const connection = createConnectionStore();
  let emit: (event: ServerEvent) => void = () => undefined;
  let connect: (isConnected: boolean) => void = () => undefined;
  const stop = startLiveUpdates({
    queries,
    connection,
    later: () => undefined,
    now: () => NOW,
    open: (link) => opened.push(link),
    onJob: () => undefined,
    host: {
      subscribe(listener, onConnection) {
        emit = listener;
        connect = (isConnected) => onConnection?.(isConnected);
        return () => undefined;
      },
    },
  });
  const stale = () =>
    queries
      .getQueryCache()
      .getAll()
      .filter((query) => query.state.isInvalidated)
      .map((query) => query.queryKey[0]);
  return {
    queries,
    connection,
    stop,
    opened,
    stale,
    emit: (event: ServerEvent) => emit(event),
    connect: (is: boolean) => connect(is),
  };
}

test('a change makes the keys of its resource old; alerts also change the dashboard', () => {
  expect(staleKeys('users')).toEqual(['users']);
  expect(staleKeys('vendors')).toEqual(['vendors', 'dashboard', 'history', 'calendar']);
  expect(staleKeys('preferences')).toContain('notifications');
  const { emit, stale } = openUpdates();
  emit({ type: 'changed', resource: 'alerts' });
  expect(stale()).toEqual(['alerts', 'dashboard']);
});

test('a change of the workspace makes everything old', () => {
  const { emit, stale } = openUpdates();
  emit({ type: 'changed', resource: 'workspace' });
  expect(stale()).toEqual(['alerts', 'dashboard', 'users', 'jobs']);
});

test('[NT17] what was loaded before the first hello is read again, and all after a gap', () => {
  const { emit, stale, queries } = openUpdates();
  emit({ type: 'hello' });
  expect(stale()).toHaveLength(4);
  queries.setQueryData(['alerts', 'list'], ['read since']);
  expect(stale()).toHaveLength(3);
  emit({ type: 'hello' });
  expect(stale()).toHaveLength(4);
});

test('[NT17] a change during the first load of a list is not lost: the list is read again', async () => {
  const { emit, queries } = openUpdates();
  const answers: ((rows: string[]) => void)[] = [];
  const observer = new QueryObserver(queries, {
    queryKey: ['vendors', 'list'],
    queryFn: () => new Promise<string[]>((resolve) => answers.push(resolve)),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const stop = observer.subscribe(() => undefined);
  expect(answers).toHaveLength(1);
  emit({ type: 'changed', resource: 'vendors' });
  answers[0]?.(['as it was before the change']);
  await vi.waitFor(() => expect(answers).toHaveLength(2));
  answers[1]?.(['as it is']);
  await vi.waitFor(() => expect(observer.getCurrentResult().data).toEqual(['as it is']));
  await new Promise((resolve) => setTimeout(resolve, 10));
  expect(answers).toHaveLength(2);
  stop();
});

test('a job event goes into the cache; an older one does not overtake a newer one', () => {
  const { emit, queries } = openUpdates();
  emit({ type: 'job', job: JOB });
  emit({ type: 'job', job: { ...JOB, done: 20, updatedAt: '2026-11-20T16:00:02.000Z' } });
  emit({ type: 'job', job: JOB });
  expect(queries.getQueryData(JOB_LIST_KEY)).toMatchObject([{ id: 'job-1', done: 20 }]);
});

test('the connection is known: connecting, live, lost', () => {
  const { connection, connect, stop } = openUpdates();
  expect(connection.getState().state).toBe('connecting');
  connect(true);
  expect(connection.getState().state).toBe('live');
  connect(false);
  expect(connection.getState()).toEqual({ state: 'lost', lostAt: NOW, contactAt: NOW });
  stop();
  expect(connection.getState().state).toBe('connecting');
});

test('[NT10] what was clicked outside of the page is shown in it', () => {
  const { emit, opened } = openUpdates();
  emit({ type: 'open', link: '/alerts?alert=a' });
  expect(opened).toEqual(['/alerts?alert=a']);
});
