import { afterEach, beforeEach, expect, test } from 'vitest';
import { assignment, incidents, keysOf, linked, raise } from '../helpers/incident-calls.ts';
import { openTestApp, type TestApp } from '../helpers/open-test-app.ts';
import { createRandom } from '../helpers/random.ts';

let app: TestApp;
beforeEach(async () => {
  app = await openTestApp();
});
afterEach(() => app.close());

const post = async (path: string, body: unknown) => {
  const response = await app.request('POST', path, { body });
  return { status: response.status };
};

test.each([21, 22, 23, 24])(
  '[IN19] any sequence of decisions, undone and done again, returns to the same incidents (seed %i)',
  async (seed) => {
    const random = createRandom(seed);
    await raise(
      app,
      ...Array.from({ length: 12 }, (_, n) => ({
        title: `Finding ${n}`,
        sourceHost: `h-${random.below(5)}`,
      })),
    );
    const states = [await assignment(app)];
    for (let n = 0; n < 8; n++) {
      if (!(await decideOnce())) continue;
      await linked(app);
      states.push(await assignment(app));
    }
    expect(states.length).toBeGreaterThan(3);
    for (const state of states.slice(0, -1).toReversed()) {
      await post('/api/actions/last/undo', {});
      await linked(app);
      expect(await assignment(app), `seed ${random.seed}`).toBe(state);
    }
    for (const state of states.slice(1)) {
      await post('/api/actions/last/redo', {});
      await linked(app);
      expect(await assignment(app), `seed ${random.seed}`).toBe(state);
    }

    /** False where it was refused. */
    async function decideOnce(): Promise<boolean> {
      app.clock.advance(1000);
      const all = await incidents(app);
      const { id } = random.pick(all);
      const keys = await keysOf(app, id);
      const reason = 'random';
      const [path, body] = random.pick<[string, unknown]>([
        ['merge', { incidents: [{ id }, { id: random.pick(all).id }], reason }],
        [`${id}/split`, { groups: keys.filter(() => random.chance(50)), reason }],
        [`${id}/detach`, { group: random.pick(keys), reason }],
        [`${id}/lock`, { reason }],
        [`${id}/unlock`, { reason }],
        [`${id}/release`, { reason }],
      ]);
      return (await post(`/api/incidents/${path}`, body)).status < 300;
    }
  },
);
