import type { Page } from 'playwright';

/** The theme of the signed-in account, and of the page until the account is known. */
export async function chooseTheme(page: Page, theme: 'dark' | 'light'): Promise<void> {
  await page.evaluate(async (chosen) => {
    localStorage.setItem('watchfloor.theme', chosen);
    await fetch('/api/preferences', {
      method: 'PATCH',
      body: JSON.stringify({ theme: chosen }),
      headers: { 'Content-Type': 'application/json' },
    });
  }, theme);
}
