/** What the page may do is little, and what reaches it is from nowhere else. */
import { test } from 'vitest';
import { pageContentSecurityPolicy } from '../../src/main/http/content-security-policy.ts';
import { openDesk } from '../helpers/browser-desk.ts';
import { expect } from '../helpers/browser-expect.ts';
import { openSignedIn } from '../helpers/browser-session.ts';

const product = openSignedIn();

test('[PG2] every page comes with the policy and cannot be framed', async () => {
  const { page, origin } = product();
  for (const path of ['/', '/alerts', '/no-such-screen']) {
    const answer = await page.goto(`${origin}${path}`);
    expect(answer?.headers()['content-security-policy']).toBe(pageContentSecurityPolicy);
  }
  const login = await page.goto(`${origin}/api/login`);
  expect(login?.headers()['content-security-policy']).toMatch(/^default-src 'none'/);
  expect(login?.headers()['content-security-policy']).toContain("frame-ancestors 'none'");
});

test('[PG2] no script but its own runs, and nothing is fetched from elsewhere', async () => {
  const { page, watch } = product();
  await openDesk(product());
  watch.allow(/Content Security Policy|violates the following|evil\.example/);
  const outcome = await page.evaluate(async () => {
    const inline = document.createElement('script');
    inline.textContent = 'window.hit = true';
    document.body.append(inline);
    const image = new Image();
    const loaded = new Promise((resolve) => {
      image.onload = () => resolve('loaded');
      image.onerror = () => resolve('refused');
    });
    image.src = 'https://evil.example/pixel.png';
    const fetched = await fetch('https://evil.example/').then(
      () => 'answered',
      () => 'refused',
    );
    setTimeout('window.hit = true');
    await new Promise((resolve) => setTimeout(resolve, 50));
    return { image: await loaded, fetched, hit: 'hit' in window };
  });
  expect(outcome).toEqual({
    image: 'refused',
    fetched: 'refused',
    hit: false,
  });
});

test('[PG2] the session is out of reach of scripts, and nothing secret is kept in the browser', async () => {
  const { page } = product();
  const [cookie] = await page.context().cookies();
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict' });
  expect(await page.evaluate(() => document.cookie)).toBe('');
  const kept = await page.evaluate(() => ({ ...localStorage, ...sessionStorage }));
  expect(JSON.stringify(kept)).not.toContain(cookie?.value ?? 'no cookie');
});

test('[PG2] everything that the page is made of comes from the host itself', async () => {
  const { page, origin } = product();
  const addresses: string[] = [];
  page.on('request', (request) => addresses.push(request.url()));
  await openDesk(product());
  await page.goto(`${origin}/`);
  await expect(page.getByText('Live Monitoring')).toBeVisible();
  expect(addresses.length).toBeGreaterThan(5);
  expect(addresses.filter((address) => !address.startsWith(`${origin}/`))).toEqual([]);
  expect(await page.evaluate(() => document.fonts.check('13px "Inter Variable"'))).toBe(true);
});
