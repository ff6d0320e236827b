import { Menu, type MenuItemConstructorOptions } from 'electron';
import { THEMES, type Theme } from '../../shared/areas/settings/preferences.contract.ts';

export interface MenuDeps {
  readonly platform: NodeJS.Platform;
  readonly hasDevTools: boolean;
  readonly theme: Theme;
  chooseTheme(theme: Theme): void;
}

const THEME_LABELS: Record<Theme, string> = {
  system: 'Follow the System',
  light: 'Light',
  dark: 'Dark',
};

/** The application menu. What the product does is in the page; this is what a window needs. */
function menuTemplate(deps: MenuDeps): MenuItemConstructorOptions[] {
  const appearance: MenuItemConstructorOptions[] = THEMES.map((theme) => ({
    label: THEME_LABELS[theme],
    type: 'radio',
    checked: theme === deps.theme,
    click: () => deps.chooseTheme(theme),
  }));
  const development: MenuItemConstructorOptions[] = deps.hasDevTools
    ? [{ type: 'separator' }, { role: 'reload' }, { role: 'toggleDevTools' }]
    : [];
  const view: MenuItemConstructorOptions[] = [
    { role: 'resetZoom' },
    { role: 'zoomIn' },
    { role: 'zoomOut' },
    { type: 'separator' },
    { label: 'Appearance', submenu: appearance },
    { role: 'togglefullscreen' },
    ...development,
  ];
  return [
    deps.platform === 'darwin'
      ? { role: 'appMenu' }
      : { label: 'File', submenu: [{ role: 'quit' }] },
    { role: 'editMenu' },
    { label: 'View', submenu: view },
    { role: 'windowMenu' },
  ];
}

export function installMenu(deps: MenuDeps): void {
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(deps)));
}
