import { type BrowserWindow, dialog } from 'electron';

const STAY = 0;
const LEAVE = 1;

/**
 * A page that holds input which is not saved keeps its window open. A browser asks whether to leave;
 * Electron asks nobody, so that without this question the window would just not close.
 */
export function askBeforeInputIsLost(window: BrowserWindow): void {
  window.webContents.on('will-prevent-unload', (event) => {
    const answer = dialog.showMessageBoxSync(window, {
      type: 'question',
      title: 'Watchfloor',
      message: 'Leave without saving?',
      detail: 'What you changed on this page is not saved. Leaving loses it.',
      buttons: ['Stay', 'Leave'],
      defaultId: STAY,
      cancelId: STAY,
      noLink: true,
    });
    // Prevents the page's own veto: it is left.
    if (answer === LEAVE) event.preventDefault();
  });
}
