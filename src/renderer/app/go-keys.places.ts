import type { GoPlace } from './go-keys.ts';
import { SCREENS, type Screen, SETTINGS_SCREEN } from './screens.ts';

type Place = GoPlace & Pick<Screen, 'icon' | 'title'>;

/** Where `g` and a letter go: every screen of the sidebar, and the settings. */
export const GO_PLACES: readonly Place[] = [...SCREENS, { ...SETTINGS_SCREEN, goKey: 's' }];
