import type { Page } from 'playwright';

/** What a page must never do, collected while a test goes on. */
export interface PageWatch {
  /** A message of the console that this test provokes itself. */
  allow(pattern: RegExp): void;
  /** The problems since the last time. */
  take(): string[];
}

/** Answers of the core that are no failure; the browser logs them all the same. */
const EXPECTED_ANSWERS = [
  // Whether there is a session is asked; that there is none is an answer.
  /status of 401 .*\/api\/auth\/user$/,
  // A form that was filled in wrongly is answered with the form.
  /status of 4\d\d .*\/api\/(setup|login)$/,
];

/** Watches for errors in the console, dialogs, and requests or navigations to other origins. */
export function watchPage(page: Page, origin: string): PageWatch {
  const problems: string[] = [];
  const allowed = [...EXPECTED_ANSWERS];
  const note = (problem: string) => {
    if (!allowed.some((pattern) => pattern.test(problem))) problems.push(problem);
  };
  page.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    note(`console ${message.type()}: ${message.text()} ${message.location().url}`);
  });
  page.on('pageerror', (error) => note(`uncaught: ${error.message}`));
  page.on('dialog', async (dialog) => {
    // A form that is left on purpose: the page asks, as it should, and is left.
    if (dialog.type() === 'beforeunload') return dialog.accept();
    note(`dialog: ${dialog.type()} ${dialog.message()}`);
    await dialog.dismiss();
  });
  page.on('request', (request) => {
    const { protocol, href } = new URL(request.url());
    const isLocal = protocol === 'data:' || protocol === 'blob:' || href.startsWith(`${origin}/`);
    if (!isLocal) note(`request: ${request.method()} ${href}`);
  });
  page.on('popup', (popup) => note(`popup: ${popup.url()}`));
  return {
    allow: (pattern) => allowed.push(pattern),
    take: () => problems.splice(0),
  };
}
