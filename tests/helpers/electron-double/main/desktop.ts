/** What of the desktop the application touches: dialogs (answered by the test), menu, theme, screen. */
import { EventEmitter } from 'node:events';
import { handlers, parent } from './parent.ts';

interface MessageBox {
  readonly message: string;
  readonly buttons: readonly string[];
  readonly cancelId: number;
}

const messageAnswers: string[] = [];

handlers['dialog.answerMessage'] = ({ button }: { button: string }) => {
  messageAnswers.push(button);
};

export const dialog = {
  showOpenDialog: (_window: unknown, options: unknown) =>
    parent.call<{ canceled: boolean; filePaths: string[] }>('dialog.open', plain(options)),
  showSaveDialog: (_window: unknown, options: unknown) =>
    parent.call<{ canceled: boolean; filePath: string }>('dialog.save', plain(options)),
  /** Cannot wait for the test: answered by what it said before, or by the button that cancels. */
  showMessageBoxSync: (_window: unknown, options: MessageBox): number => {
    const chosen = options.buttons.indexOf(messageAnswers.shift() ?? '');
    parent.tell('dialog.message', { message: options.message });
    return chosen === -1 ? options.cancelId : chosen;
  },
  showErrorBox: (title: string, content: string) => parent.tell('dialog.error', { title, content }),
};

class NativeTheme extends EventEmitter {
  #source = 'system';

  get themeSource(): string {
    return this.#source;
  }

  set themeSource(source: string) {
    this.#source = source;
    parent.tell('theme', { source });
  }

  get shouldUseDarkColors(): boolean {
    return this.#source !== 'light';
  }
}

export const nativeTheme = new NativeTheme();

export const screen = {
  getAllDisplays: () => [{ workArea: { x: 0, y: 0, width: 1920, height: 1080 } }],
};

interface MenuItem {
  readonly label?: string;
  readonly role?: string;
  readonly click?: () => void;
  readonly submenu?: readonly MenuItem[];
}

let applicationMenu: readonly MenuItem[] = [];

export const Menu = {
  buildFromTemplate: (template: readonly MenuItem[]) => template,
  setApplicationMenu(menu: readonly MenuItem[]) {
    applicationMenu = menu;
  },
};

/** Clicks a menu item by the labels on the way to it. */
handlers['menu.click'] = ({ labels }: { labels: readonly string[] }) => {
  let items = applicationMenu;
  let item: MenuItem | undefined;
  for (const label of labels) {
    item = items.find((candidate) => candidate.label === label);
    if (!item) throw new Error(`The menu has no ${label}`);
    items = item.submenu ?? [];
  }
  item?.click?.();
};

/** Opening anything outside is nothing that this application does. */
export const shell = {
  openExternal: () => Promise.reject(new Error('Nothing is opened outside')),
  openPath: () => Promise.resolve('Nothing is opened outside'),
};

function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}
