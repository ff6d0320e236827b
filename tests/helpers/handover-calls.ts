/** Handovers and what they count, over the API. */
import {
  type Handover,
  type HandoverSection,
  handoverSchema,
} from '../../src/shared/areas/handover/handover.contract.ts';
import type { TestApp } from './open-test-app.ts';

type Name = HandoverSection['name'];

export function sectionOf(handover: Handover, name: Name): HandoverSection {
  const found = handover.facts?.sections.find((one) => one.name === name);
  if (!found) throw new Error(`No section ${name}`);
  return found;
}

export const figureOf = (handover: Handover, name: Name, label: string): number =>
  sectionOf(handover, name).figures.find((one) => one.label === label)?.n ?? 0;

/** What any call answers, where it does not fail. */
export async function ask<T>(
  app: TestApp,
  method: string,
  path: string,
  body?: object,
): Promise<T> {
  const answer = await app.request(method, path, body === undefined ? {} : { body });
  if (answer.status >= 300)
    throw new Error(`${method} ${path} ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as T;
}

export const generate = async (app: TestApp, since: number): Promise<Handover> =>
  handoverSchema.parse(
    await ask(app, 'POST', '/api/handovers', { since: new Date(since).toISOString() }),
  );

export async function settled(app: TestApp, id: string): Promise<string> {
  for (let tries = 0; tries < 500; tries++) {
    const { state } = await ask<{ state: string }>(app, 'GET', `/api/actions/${id}`);
    if (!['RUNNING', 'UNDOING', 'REDOING'].includes(state)) return state;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error('The action does not end');
}

/** How many alerts the list behind a link holds. */
export async function countBehind(app: TestApp, link: string): Promise<number> {
  const { search, pathname } = new URL(link, 'http://page');
  if (pathname !== '/alerts') throw new Error(`${link} is no list of alerts`);
  const found = new Set<string>();
  let cursor: string | null = null;
  do {
    const more: string = cursor ? `&cursor=${encodeURIComponent(cursor)}` : '';
    const answer = await app.request('GET', `/api/alerts${search}&limit=500${more}`);
    if (answer.status !== 200) throw new Error(await answer.text());
    for (const { id } of (await answer.json()) as { id: string }[]) found.add(id);
    cursor = answer.headers.get('x-next-cursor');
  } while (cursor);
  return found.size;
}
