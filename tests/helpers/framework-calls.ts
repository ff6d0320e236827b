import type {
  FrameworkPreview,
  ImportReceipt,
} from '../../src/shared/areas/compliance/framework-import.contract.ts';
import type {
  Framework,
  PackSummary,
  UpgradeReceipt,
} from '../../src/shared/areas/compliance/frameworks.contract.ts';
import type { Upgrade } from '../../src/shared/areas/compliance/upgrade.contract.ts';
import type { TestApp } from './open-test-app.ts';

export async function answerOf<T>(response: Response, status = 200): Promise<T> {
  const text = await response.text();
  if (response.status !== status) throw new Error(`${response.status}: ${text}`);
  return JSON.parse(text) as T;
}

const BASE = '/api/compliance';

export const frameworkBody = (name: string) => ({
  ...{ name, description: 'What it is for', category: 'Security', version: '1.0' },
});

export async function createFramework(app: TestApp, name: string): Promise<Framework> {
  return answerOf(
    await app.request('POST', `${BASE}/frameworks`, { body: frameworkBody(name) }),
    201,
  );
}

export async function adopt(
  app: TestApp,
  pack: string,
  body: { baseline?: string; name?: string } = {},
): Promise<Framework> {
  return answerOf(await app.request('POST', `${BASE}/packs/${pack}/adopt`, { body }), 201);
}

export async function listPacks(app: TestApp): Promise<PackSummary[]> {
  return answerOf(await app.request('GET', `${BASE}/packs`));
}

/** `from`: `pack=<id>` or `import=<token>`, with what else belongs to it. */
export async function previewUpgrade(app: TestApp, id: string, from: string): Promise<Upgrade> {
  return answerOf(await app.request('GET', `${BASE}/frameworks/${id}/upgrade?${from}`));
}

export async function upgrade(app: TestApp, id: string, pack: string): Promise<UpgradeReceipt> {
  const { digest } = await previewUpgrade(app, id, `pack=${pack}`);
  const body = { from: { pack }, digest };
  return answerOf(await app.request('POST', `${BASE}/frameworks/${id}/upgrade`, { body }));
}

type FileContent = string | Uint8Array | ReadableStream<Uint8Array>;

export function sendFrameworkFile(
  app: TestApp,
  name: string,
  content: FileContent,
  more: Record<string, string> = {},
): Promise<Response> {
  const query = new URLSearchParams({ name, ...more });
  return app.request('POST', `${BASE}/imports/preview?${query}`, { rawBody: content });
}

export async function previewFile(
  app: TestApp,
  name: string,
  content: FileContent,
  more: Record<string, string> = {},
): Promise<FrameworkPreview> {
  return answerOf(await sendFrameworkFile(app, name, content, more));
}

/** Takes the first framework of a file over. */
export async function importFirst(
  app: TestApp,
  { token, frameworks }: FrameworkPreview,
  more: object = {},
): Promise<ImportReceipt> {
  const [first] = frameworks;
  const chosen = first ? [{ index: 0, name: first.name, category: 'Security', ...more }] : [];
  const body = { token, frameworks: chosen };
  return answerOf(await app.request('POST', `${BASE}/imports`, { body }), 201);
}
