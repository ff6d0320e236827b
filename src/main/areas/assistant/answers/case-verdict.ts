/** What the engine says of the case that a question is about, so that a model's verdict is held against it. */
import type { AgentBrief, CaseVerdict } from '../../../../shared/areas/assistant/agent.types.ts';
import { engineContract } from '../../../../shared/areas/assistant/engine.contract.ts';
import type { Decision } from '../../../../shared/areas/assistant/explanation.ts';
import type { AskedFrom } from '../../../../shared/areas/assistant/intents/intent.types.ts';
import { investigationsContract } from '../../../../shared/areas/forensics/investigations.contract.ts';
import { type Desk, found, NotPermitted } from './desk.ts';

/** What the engine would close is benign to it; only people and indicators call something malicious. */
const VERDICT_OF: Readonly<Record<Decision, CaseVerdict>> = {
  escalate: 'suspicious',
  review: 'undetermined',
  'likely-benign': 'benign',
  'auto-close': 'benign',
};

/** Questions about one case; anything else has no verdict. */
const OF_CASE = new Set<string | null>([
  ...['explain-alert', 'why-grouped', 'why-linked', 'investigation-state'],
  null,
]);

/** Null where the question is about no case, or the asker may not read it. */
export async function caseVerdict(
  desk: Desk,
  intent: string | null,
  { alertId, investigationId }: AskedFrom,
): Promise<AgentBrief['engine'] | null> {
  if (!OF_CASE.has(intent)) return null;
  try {
    if (investigationId !== undefined) {
      const params = { id: investigationId };
      const one = await found(desk.read(investigationsContract.get, { params }));
      if (one?.verdict) return { verdict: one.verdict, explanation: null };
    }
    if (alertId === undefined) return null;
    const one = await found(desk.read(engineContract.explain, { params: { id: alertId } }));
    if (!one) return null;
    return { verdict: VERDICT_OF[one.explanation.decision], explanation: one.explanation };
  } catch (error) {
    if (error instanceof NotPermitted) return null;
    throw error;
  }
}
