/** What a test needs to be there before the page is looked at: calls of the core, as the person. */
import type { APIRequestContext } from 'playwright';
import {
  type Alert,
  alertsContract,
  type NewAlertInput,
} from '../../src/shared/areas/alerts/alerts.contract.ts';
import {
  type Import,
  type ImportMappingInput,
  importSchema,
  importsContract,
} from '../../src/shared/areas/alerts/imports.contract.ts';
import { type Client, createClient, endpointPath } from '../../src/shared/contract/client.ts';
import type { BrowserProduct } from './browser-product.ts';

const BASE: NewAlertInput = {
  title: 'Sign-in from two countries within an hour',
  description: 'Lisbon and Perth, 41 minutes apart.',
  severity: 'MEDIUM',
  source: 'SIEM',
};

/** The typed client over the page's own session. */
export function clientOf({ page, origin }: Pick<BrowserProduct, 'page' | 'origin'>): Client {
  const requests: APIRequestContext = page.context().request;
  return createClient(async ({ method, path, body }) => {
    const answer = await requests.fetch(`${origin}${path}`, {
      method,
      ...(body === undefined
        ? {}
        : { data: body, headers: { 'content-type': 'application/json' } }),
    });
    return {
      status: answer.status(),
      statusText: answer.statusText(),
      headers: answer.headers(),
      body: await answer.text(),
    };
  });
}

export function createAlert(
  product: BrowserProduct,
  over: Partial<NewAlertInput> = {},
): Promise<Alert> {
  return clientOf(product).call(alertsContract.create, { body: { ...BASE, ...over } });
}

/** Imports a file's text as it would be sent by the page, and waits for its end. */
export async function importText(
  product: BrowserProduct,
  name: string,
  text: string | Buffer,
  mapping?: ImportMappingInput,
): Promise<Import> {
  const { page, origin } = product;
  const path = endpointPath(importsContract.create, {
    query: { name, ...(mapping ? { format: 'json', mapping: JSON.stringify(mapping) } : {}) },
  });
  const answer = await page.context().request.post(`${origin}${path}`, {
    data: Buffer.from(text),
    headers: { 'content-type': 'application/octet-stream' },
    timeout: 120_000,
  });
  if (!answer.ok()) throw new Error(`${answer.status()}: ${await answer.text()}`);
  const { id } = importSchema.parse(await answer.json());
  const client = clientOf(product);
  for (;;) {
    const receipt = await client.call(importsContract.get, { params: { id } });
    if (receipt.state === 'DONE') return receipt;
    if (receipt.state !== 'RUNNING') throw new Error(JSON.stringify(receipt));
    await page.waitForTimeout(100);
  }
}
