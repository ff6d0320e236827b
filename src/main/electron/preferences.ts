import { type IpcMain, nativeTheme, type Rectangle } from 'electron';
import ElectronStore from 'electron-store';
import { z } from 'zod';
import { THEMES, type Theme } from '../../shared/areas/settings/preferences.contract.ts';

const windowPlaceSchema = z.object({
  x: z.number().int(),
  y: z.number().int(),
  width: z.number().int().min(1),
  height: z.number().int().min(1),
  isMaximized: z.boolean(),
});
export type WindowPlace = z.infer<typeof windowPlaceSchema>;

/** What belongs to this screen and this person, not to the workspace: the window's place, the theme. */
export interface Preferences {
  windowPlace(): WindowPlace | undefined;
  saveWindowPlace(place: WindowPlace): void;
  theme(): Theme;
  saveTheme(theme: Theme): void;
}

/** A file that was damaged or edited by hand counts as absent: preferences never stop a start. */
export function createPreferences(folder: string, ipcMain: IpcMain): Preferences {
  const store = new ElectronStore({ cwd: folder, name: 'preferences', clearInvalidConfig: true });
  // electron-store opens a channel of its own for pages; ours has its one channel and no other.
  ipcMain.removeAllListeners('electron-store-get-data');
  return {
    windowPlace: () => windowPlaceSchema.safeParse(store.get('window')).data,
    saveWindowPlace: (place) => store.set('window', place),
    theme: () => z.enum(THEMES).catch('system').parse(store.get('theme')),
    saveTheme: (theme) => store.set('theme', theme),
  };
}

export function applyTheme(theme: Theme): void {
  nativeTheme.themeSource = theme;
}

/** The saved place, unless the screen it was on is gone. */
export function visiblePlace(
  place: WindowPlace | undefined,
  displays: readonly { workArea: Rectangle }[],
): WindowPlace | undefined {
  if (!place) return undefined;
  const isVisible = displays.some(
    ({ workArea }) =>
      place.x < workArea.x + workArea.width &&
      place.x + place.width > workArea.x &&
      place.y >= workArea.y &&
      place.y < workArea.y + workArea.height,
  );
  return isVisible ? place : undefined;
}
