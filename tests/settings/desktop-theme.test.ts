import { expect, test } from 'vitest';
import { createThemeKeeper } from '../../src/main/electron/theme-keeper.ts';
import { silentLog } from '../../src/main/platform/log.ts';
import {
  DEFAULT_PREFERENCES,
  type Theme,
} from '../../src/shared/areas/settings/preferences.contract.ts';

const CHANGED = { type: 'changed', resource: 'preferences' } as const;

/** A window with a theme of its own, and an account with another. */
function open({ window = 'system' as Theme, account = 'dark' as Theme, isSignedIn = true } = {}) {
  const kept: Theme[] = [];
  const asked: string[] = [];
  const state = { account };
  const keeper = createThemeKeeper({
    log: silentLog,
    current: () => kept.at(-1) ?? window,
    keep: (theme) => kept.push(theme),
    signedIn: {
      isSignedIn: () => isSignedIn,
      async fetch(request) {
        asked.push(request.method);
        if (request.method === 'PATCH') state.account = (await request.json()).theme;
        return Response.json({ ...DEFAULT_PREFERENCES, theme: state.account });
      },
    },
  });
  const settle = () => new Promise((resolve) => setTimeout(resolve, 20));
  return { keeper, kept, asked, state, settle };
}

test('[SET1] the window takes over the theme of the account, and what it becomes', async () => {
  const { keeper, kept, state, settle } = open();
  keeper.look();
  await settle();
  state.account = 'light';
  keeper.follow(CHANGED);
  await settle();
  keeper.follow(CHANGED);
  await settle();
  expect(kept).toEqual(['dark', 'light']);
});

test('[SET1] the choice in the menu becomes that of the account', async () => {
  const { keeper, kept, state, settle } = open();
  keeper.choose('light');
  await settle();
  expect([kept, state.account]).toEqual([['light'], 'light']);
});

test('without a session the window keeps its own, and asks for nothing', async () => {
  const { keeper, kept, asked, settle } = open({ isSignedIn: false });
  keeper.look();
  keeper.follow(CHANGED);
  keeper.choose('dark');
  await settle();
  expect([kept, asked]).toEqual([['dark'], []]);
});

test('other changes are not its business', async () => {
  const { keeper, asked, settle } = open();
  keeper.follow({ type: 'changed', resource: 'alerts' });
  keeper.follow({ type: 'hello' });
  await settle();
  expect(asked).toEqual([]);
});
