/** Rules that come with Watchfloor are the same rows on every workstation: joining resets nobody's decisions. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { DetectionRule } from '../../../src/shared/areas/forensics/rules/rule.schemas.ts';
import { startPostgres, type TestCluster } from '../../helpers/postgres.ts';
import { eventually, joinAs, openFirst, openWorkstation, type Workstation } from './two-cores.ts';

let cluster: TestCluster;
let open: Workstation[] = [];
beforeAll(async () => {
  cluster = await startPostgres();
}, 60_000);
afterAll(() => cluster.stop());
afterEach(async () => {
  await Promise.all(open.map((station) => station.close()));
  open = [];
}, 60_000);

const rulesOf = (on: Workstation) => on.get<DetectionRule[]>('/api/forensics/rules?limit=200');
const stateOf = async (on: Workstation, id: string) =>
  (await rulesOf(on)).find((rule) => rule.id === id)?.isEnabled;

test.each(['merge', 'fresh'] as const)(
  '[SY248] who joins (%s) leaves the rules as the workspace has them, and no version of one comes twice',
  async (mode) => {
    const ada = await openFirst(await cluster.database());
    open.push(ada);
    const [rule] = await rulesOf(ada);
    if (!rule) throw new Error('No rule came with the product');
    await ada.patch(`/api/forensics/rules/${rule.id}`, { isEnabled: false });
    await ada.synced();
    const bea = await openWorkstation();
    open.push(bea);
    await rulesOf(bea);
    await joinAs(bea, ada, 'bea', mode);
    await rulesOf(bea);
    await bea.synced();
    await ada.synced();
    expect(await stateOf(bea, rule.id)).toBe(false);
    expect(await stateOf(ada, rule.id)).toBe(false);
    for (const station of [ada, bea]) {
      const versions = await station.get<unknown[]>(`/api/forensics/rules/${rule.id}/versions`);
      expect(versions).toHaveLength(1);
    }
    // What somebody decides later about a rule that came with the product reaches the others, too.
    await bea.patch(`/api/forensics/rules/${rule.id}`, { isEnabled: true });
    await eventually(async () => (await stateOf(ada, rule.id)) === true, 'it is on at Ada');
    const { differing } = await ada.post<{ differing: unknown[] }>('/api/sync/check');
    expect(differing).toEqual([]);
  },
  60_000,
);
