import { expect, test } from 'vitest';
import type { Notification } from '../../shared/areas/notifications/notifications.contract.ts';
import { byDay } from './notifications.days.ts';

const NOW = Date.parse('2026-11-20T00:30:00.000Z');

const at = (createdAt: string): Notification => ({
  id: createdAt,
  kind: 'job-done',
  title: createdAt,
  body: null,
  link: null,
  readAt: null,
  createdAt,
});

test('days are named, newest first, by the calendar of the shown zone', () => {
  const days = byDay(
    ['2026-11-20T00:10:00.000Z', '2026-11-19T23:50:00.000Z', '2026-11-18T12:00:00.000Z'].map(at),
    NOW,
    'UTC',
    'en',
  );
  expect(days.map(({ title, notifications }) => [title, notifications.length])).toEqual([
    ['Today', 1],
    ['Yesterday', 1],
    ['Wednesday, November 18, 2026', 1],
  ]);
  expect(byDay([], NOW, 'UTC')).toEqual([]);
});
