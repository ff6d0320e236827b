import type { Page, Route } from 'playwright';

type Method = 'GET' | 'POST' | 'PATCH';

/** Holds requests back until the returned function lets them go. */
export async function holdRequests(
  page: Page,
  pattern: string,
  method: Method,
): Promise<() => Promise<void>> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const handler = async (route: Route) => {
    if (route.request().method() === method) await released;
    // A page that went elsewhere in the meantime has taken its request back.
    await route.continue().catch(() => undefined);
  };
  await page.route(pattern, handler);
  return async () => {
    release();
    await page.unroute(pattern, handler);
  };
}

/** Answers requests with a failure of the core until the returned function ends it. */
export async function failRequests(
  page: Page,
  pattern: string,
  method: Method,
  body = { message: 'Something failed', id: 'e-77' },
): Promise<() => Promise<void>> {
  const handler = (route: Route) =>
    route.request().method() === method
      ? route.fulfill({ status: 500, json: body })
      : route.fallback();
  await page.route(pattern, handler);
  return () => page.unroute(pattern, handler);
}
