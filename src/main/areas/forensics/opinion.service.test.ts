import { afterEach, expect, test, vi } from 'vitest';
import { openTestDb, type TestDb } from '../../../../tests/helpers/open-test-db.ts';
import type { AgentBrief, AgentOutcome } from '../../../shared/areas/assistant/agent.types.ts';
import { INVESTIGATION_VERSION } from '../../../shared/areas/forensics/analysis.ts';
import { usersTable } from '../../db/tables/auth.table.ts';
import { investigationsTable } from '../../db/tables/forensics.table.ts';
import { silentLog } from '../../platform/log.ts';
import { findInvestigation } from './investigations.store.ts';
import { type AskModel, createOpinions } from './opinion.service.ts';

const ANALYSIS = {
  ...{ version: INVESTIGATION_VERSION, summary: 'Suspicious.', entities: [], techniques: [] },
  because: [{ text: 'Severe', weight: 1, evidence: [], quotes: [] }],
  counts: { subject: 0, related: 0, records: 0, leftOut: 0, timelineLeftOut: 0 },
  ...{ hypotheses: [], actions: [], gaps: [] },
};
const OUTCOME: AgentOutcome = {
  ...{ by: 'model', notice: null, failure: null, summary: 'A loader.', verdict: 'benign' },
  claims: [{ text: 'It ran', evidence: [{ id: 'E1', quote: null }] }],
  evidence: [{ id: 'E9', ref: { kind: 'alert', id: 'a' }, at: null }],
  ...{ hypotheses: [], dissent: 'It is milder than the engine.', proposals: [], couldNotCheck: [] },
  injection: { findings: [], changedVerdict: false },
  ...{ claimsDropped: 1, calls: [] },
};

let current: TestDb | undefined;
afterEach(() => current?.close());

async function ask(askModel: AskModel | undefined, tier: 'none' | 'tools' = 'tools') {
  const own = openTestDb();
  current = own;
  const { db, clock } = own;
  db.write({ actor: null, origin: 'system', action: 'test' }, (tx) =>
    tx.insert(investigationsTable, {
      ...{ id: 'v', incidentId: 'INC-1', title: 'T', status: 'COMPLETED', verdict: 'suspicious' },
      ...{ analysis: ANALYSIS, createdAt: tx.now, updatedAt: tx.now, completedAt: tx.now },
    }),
  );
  const opinions = createOpinions({ db, clock, log: silentLog, tier: () => tier, ask: askModel });
  opinions.begin('v');
  await vi.waitFor(() => expect(opinions.phases('v')).toBeUndefined());
  return db.read('test', (reader) => findInvestigation(reader, 'v'));
}

test('[IV18] what a model wrote stands beside the engine\u2019s verdict and changes nothing else', async () => {
  let brief: AgentBrief | undefined;
  const row = await ask(async (given) => {
    brief = given;
    return OUTCOME;
  });
  expect(brief).toMatchObject({ task: 'investigation', engine: { verdict: 'suspicious' } });
  expect(row).toMatchObject({ verdict: 'suspicious', status: 'COMPLETED', analysis: ANALYSIS });
  expect(row?.opinion).toMatchObject({
    ...{ by: 'model', verdict: 'benign', dissent: OUTCOME.dissent, claimsDropped: 1 },
    facts: { E1: { kind: 'investigation', id: 'v' }, E9: { kind: 'alert', id: 'a' } },
  });
});

test('[IV18] a 429 is kept as such; the engine\u2019s answer stands', async () => {
  const row = await ask(async () => ({
    ...OUTCOME,
    ...{ by: 'engine', failure: 'rate-limited', notice: 'The provider refused.' },
  }));
  expect(row?.opinion).toMatchObject({ by: 'engine', failure: 'rate-limited' });
  expect(row?.verdict).toBe('suspicious');
});

test('[IV18] without a model nothing is asked, and a failure leaves the engine\u2019s answer', async () => {
  const never = vi.fn(async () => OUTCOME);
  expect((await ask(never, 'none'))?.opinion).toBeNull();
  expect(never).not.toHaveBeenCalled();
  current?.close();
  const row = await ask(() => Promise.reject(new Error('broken')));
  expect(row).toMatchObject({ verdict: 'suspicious', opinion: null });
});

test('[IV26] what a model has done so far is told while it is asked, and no longer', async () => {
  const own = openTestDb();
  current = own;
  const { db, clock } = own;
  db.write({ actor: null, origin: 'system', action: 'test' }, (tx) =>
    tx.insert(investigationsTable, {
      ...{ id: 'v', incidentId: 'INC-1', title: 'T', status: 'COMPLETED', verdict: 'suspicious' },
      ...{ analysis: ANALYSIS, createdAt: tx.now, updatedAt: tx.now, completedAt: tx.now },
    }),
  );
  const answer = Promise.withResolvers<AgentOutcome>();
  const opinions = createOpinions({
    ...{ db, clock, log: silentLog, tier: () => 'tools' as const },
    ask(_, { onPhase }) {
      onPhase('Forming hypotheses');
      onPhase('Writing the verdict');
      return answer.promise;
    },
  });
  expect(opinions.phases('v')).toBeUndefined();
  opinions.begin('v');
  expect(opinions.phases('v')).toEqual(['Forming hypotheses', 'Writing the verdict']);
  answer.resolve(OUTCOME);
  await vi.waitFor(() => expect(opinions.phases('v')).toBeUndefined());
});

test('[SY151] a model reads what who investigates may see, whoever else is at the desk', async () => {
  const own = openTestDb();
  current = own;
  const { db, clock } = own;
  db.write({ actor: null, origin: 'system', action: 'test' }, (tx) => {
    tx.insert(usersTable, {
      ...{ id: 'eva', email: 'eva@example.test', role: 'SOC Analyst' },
      ...{ createdAt: tx.now, updatedAt: tx.now },
    });
    tx.insert(investigationsTable, {
      ...{ id: 'v', incidentId: 'INC-1', title: 'T', status: 'COMPLETED', verdict: 'suspicious' },
      ...{ analysis: ANALYSIS, createdAt: tx.now, updatedAt: tx.now, completedAt: tx.now },
      investigator: 'eva',
    });
    tx.insert(investigationsTable, {
      ...{ id: 'of-others', incidentId: 'INC-2', title: 'Of others', status: 'PENDING' },
      ...{ createdAt: tx.now, updatedAt: tx.now, restrictedTo: ['somebody'] },
    });
  });
  const viewers: (string | null)[] = [];
  const opinions = createOpinions({
    ...{ db, clock, log: silentLog, tier: () => 'tools' as const },
    async ask() {
      await Promise.resolve();
      viewers.push(db.viewer());
      return OUTCOME;
    },
  });
  opinions.begin('v');
  await vi.waitFor(() => expect(opinions.phases('v')).toBeUndefined());
  expect(viewers).toEqual(['eva']);
  expect(db.read('test', (reader) => findInvestigation(reader, 'v'))?.opinion).not.toBeNull();
});
