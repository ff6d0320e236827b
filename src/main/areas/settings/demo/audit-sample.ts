/** A sample of alerts in the audit that runs, drawn as any other, and partly tested. */
import type { NewSample } from '../../../../shared/areas/audits/samples.contract.ts';
import { HOUR_MS, MINUTE_MS } from '../../../../shared/kernel/time.ts';
import { auditSampleResultsTable } from '../../../db/tables/audit-work.table.ts';
import type { WriteTx } from '../../../db/write-door.ts';
import { runningAudit } from './audit-work.store.ts';
import { byPerson, type World } from './world.ts';

export type DrawDemoSample = (
  tx: WriteTx,
  input: { readonly auditId: string; readonly seed: string; readonly sample: NewSample },
  made: { readonly id: string; readonly actor: string },
) => readonly string[];

const SAMPLE: NewSample = {
  population: 'ALERTS',
  filter: {},
  purpose: 'Was each alert looked at, and its closing given a reason?',
  level: 'USUAL',
};
const SEED = 'dice-20-07-11-03';
const PASSED = 17;

export function addAuditSampleToPast(world: World, drawSample: DrawDemoSample): void {
  const helen = world.desk('helen');
  const id = world.newId();
  const drawnAt = world.daysAgo(3);
  const drawn: string[] = [];
  world.past.add(drawnAt, byPerson(helen, 'audits.drawSample'), (tx) => {
    const auditId = runningAudit(tx);
    if (auditId === undefined) return;
    const input = { auditId, seed: SEED, sample: SAMPLE };
    drawn.push(...drawSample(tx, input, { id, actor: helen }));
  });
  const testedAt = drawnAt + HOUR_MS;
  world.past.add(testedAt, byPerson(helen, 'audits.recordResult'), (tx) => {
    drawn.slice(0, PASSED + 1).forEach((itemRef, index) => {
      const isTestable = index !== PASSED;
      tx.insert(auditSampleResultsTable, {
        id: world.newId(),
        sampleId: id,
        itemRef,
        result: isTestable ? 'PASS' : 'NOT_TESTABLE',
        note: isTestable ? null : 'The ticket that the reason points to was moved; asked for.',
        testedBy: helen,
        testedAt: testedAt + index * MINUTE_MS,
        createdAt: testedAt,
      });
    });
  });
}
