import { expect, test } from 'vitest';
import { createNotifier, type ShownNotification } from '../../src/main/electron/notifier.ts';
import { silentLog } from '../../src/main/platform/log.ts';
import type { Notification } from '../../src/shared/areas/notifications/notifications.contract.ts';
import { inertText } from '../../src/shared/areas/notifications/notifications.fresh.ts';
import {
  DEFAULT_PREFERENCES,
  type Preferences,
} from '../../src/shared/areas/settings/preferences.contract.ts';

const START = Date.parse('2026-11-20T12:00:00.000Z');
const CHANGED = { type: 'changed', resource: 'notifications' } as const;

function note(id: string, change: Partial<Notification> = {}): Notification {
  return {
    id,
    kind: 'critical-alert',
    title: `New critical alert: ${id}`,
    body: 'FS-01',
    link: `/alerts?alert=${id}`,
    readAt: null,
    createdAt: new Date(START + 1_000).toISOString(),
    ...change,
  };
}

function open({ desktop = true, isFocused = false, isSignedIn = true } = {}) {
  const shown: ShownNotification[] = [];
  const opened: (string | null)[] = [];
  const asked: string[] = [];
  let unread: Notification[] = [];
  const preferences: Preferences = {
    ...DEFAULT_PREFERENCES,
    notify: { ...DEFAULT_PREFERENCES.notify, desktop },
  };
  const hear = createNotifier({
    signedIn: {
      isSignedIn: () => isSignedIn,
      fetch: async (request) => {
        const { pathname } = new URL(request.url);
        asked.push(pathname);
        return Response.json(pathname === '/api/preferences' ? preferences : unread);
      },
    },
    isFocused: () => isFocused,
    show: (notification) => shown.push(notification),
    open: (link) => opened.push(link),
    log: silentLog,
    startedAt: START,
  });
  return {
    shown,
    opened,
    asked,
    titles: () => shown.map(({ title }) => title),
    async tell(...notifications: Notification[]) {
      unread = [...notifications, ...unread];
      hear(CHANGED);
      await new Promise((resolve) => setTimeout(resolve, 20));
    },
    hear,
  };
}

test('[NT10] what is new is shown once, and a click leads to it', async () => {
  const { tell, shown, opened, titles } = open();
  await tell(note('a'));
  await tell();
  await tell(note('b'));
  expect(titles()).toEqual(['New critical alert: a', 'New critical alert: b']);
  shown[1]?.onClick();
  expect(opened).toEqual(['/alerts?alert=b']);
});

test('[NT10] not what was there before, nor what is marked unread again', async () => {
  const { tell, titles } = open();
  await tell(note('old', { createdAt: new Date(START - 1).toISOString() }));
  await tell(note('new', { createdAt: new Date(START + 9_000).toISOString() }));
  await tell(note('earlier', { createdAt: new Date(START + 2_000).toISOString() }));
  expect(titles()).toEqual(['New critical alert: new']);
});

test('[NT10] nothing while the window has the focus, where it is not wanted, or signed out', async () => {
  const focused = open({ isFocused: true });
  const unwanted = open({ desktop: false });
  const signedOut = open({ isSignedIn: false });
  for (const { tell, shown } of [focused, unwanted, signedOut]) {
    await tell(note('a'));
    expect(shown).toEqual([]);
  }
  expect(signedOut.asked).toEqual([]);
});

test('[NT10] many at once are one, and other changes are none of its business', async () => {
  const { tell, titles, hear, asked } = open();
  hear({ type: 'changed', resource: 'alerts' });
  expect(asked).toEqual([]);
  await tell(...['a', 'b', 'c', 'd'].map((id) => note(id)));
  expect(titles()).toEqual(['4 new notifications']);
});

test('[NT10] its text is nothing but text', async () => {
  const { tell, shown, opened } = open();
  const title = `<a href="https://evil.example">x</a> \u202eevil\u0000 ${'W'.repeat(500)}`;
  await tell(note('a', { title, body: '<img src=x>&lt;', link: '//evil.example' }));
  expect(shown[0]?.title).toHaveLength(100);
  expect(shown[0]?.title).toMatch(/^‹a href="https:\/\/evil\.example"›x‹\/a› evil W+…$/);
  expect(shown[0]?.body).toBe('‹img src=x›＆lt;');
  shown[0]?.onClick();
  expect(opened).toEqual([null]);
  expect(inertText('😀'.repeat(5), 3)).toBe('😀😀…');
});
