import { preferencesSchema, type Theme } from '../../shared/areas/settings/preferences.contract.ts';
import type { ServerEvent } from '../../shared/contract/events.ts';
import type { Log } from '../platform/log.ts';
import { APP_ORIGIN } from './app-address.ts';
import type { SignedInFetch } from './session-token.ts';

const PREFERENCES_PATH = '/api/preferences';

export interface ThemeKeeperDeps {
  readonly signedIn: SignedInFetch;
  readonly log: Log;
  /** The theme that the window has, from the last start until the account is known. */
  readonly current: () => Theme;
  /** Puts a theme on the window and keeps it for the next start. */
  readonly keep: (theme: Theme) => void;
}

export interface ThemeKeeper {
  /** Takes over the theme of the signed-in account. */
  look(): void;
  follow(event: ServerEvent): void;
  /** The menu's choice: it becomes the account's, and the page hears it from the core. */
  choose(theme: Theme): void;
}

/** Keeps window and account at one theme: what one of them chooses, the other follows. */
export function createThemeKeeper(deps: ThemeKeeperDeps): ThemeKeeper {
  const { signedIn, log } = deps;

  async function ask(change?: { readonly theme: Theme }): Promise<Theme> {
    const request = new Request(new URL(PREFERENCES_PATH, APP_ORIGIN), {
      method: change ? 'PATCH' : 'GET',
      headers: { origin: APP_ORIGIN, 'content-type': 'application/json' },
      body: change ? JSON.stringify(change) : null,
    });
    const answer = await signedIn.fetch(request);
    if (!answer.ok) throw new Error(`The core answered ${answer.status}`);
    return preferencesSchema.parse(await answer.json()).theme;
  }

  function look(): void {
    if (!signedIn.isSignedIn()) return;
    ask()
      .then((theme) => theme !== deps.current() && deps.keep(theme))
      .catch((cause) => log.warn('the theme could not be read', { cause }));
  }

  return {
    look,
    follow(event) {
      if (event.type === 'changed' && event.resource === 'preferences') look();
    },
    choose(theme) {
      deps.keep(theme);
      if (!signedIn.isSignedIn()) return;
      ask({ theme }).catch((cause) => log.warn('the theme could not be saved', { cause }));
    },
  };
}
