/** What a text of a rule would come to, before anybody keeps it. */
import { plainSource } from '../../../../shared/areas/forensics/rules/rule-text.ts';
import { compileSigma } from '../../../../shared/areas/forensics/sigma/sigma-set.ts';
import type { Database } from '../../../db/database.ts';
import { loadSigmaPorts } from '../sigma-ports.ts';
import { readOwnRule } from './read-rules.ts';
import { parseOne } from './rule-set.ts';
import { mustFindRule } from './rules-list.store.ts';
import { testsOf } from './tuning.store.ts';

type Ports = Awaited<ReturnType<typeof loadSigmaPorts>>;
type Test = ReturnType<typeof testsOf>[number];
export type TestOutcome = 'passed' | 'failed' | 'not run';

/** Of each test: whether the rule does with its event what it must. */
export function outcomesOf(text: string, tests: readonly Test[], ports: Ports): TestOutcome[] {
  const parsed = tests.length === 0 ? '' : parseOne(text, ports);
  const set =
    typeof parsed === 'string' || parsed.kind !== 'rule' ? null : compileSigma([parsed], ports);
  return tests.map(({ isHit, body }) => {
    if (!set || set.rules.length === 0) return 'not run';
    const declared = body.declared ? plainSource(body.declared) : undefined;
    const event = Object.fromEntries(
      Object.entries(body.event).map(([name, value]) => [
        name,
        typeof value === 'string' ? value : [...value],
      ]),
    );
    return set.match(event, declared).length > 0 === isHit ? 'passed' : 'failed';
  });
}

export function createRuleCheck(db: Database) {
  return async (id: string, text: string) => {
    const tests = db.read('rules.tests', (reader) => {
      mustFindRule(reader, id);
      return testsOf(reader, id);
    });
    const ports = await loadSigmaPorts();
    const { problem } = readOwnRule(text, id, ports);
    const outcomes = outcomesOf(text, tests, ports);
    return {
      problem,
      tests: tests.map((one, at) => ({
        ...{ id: one.id, name: one.name, outcome: outcomes[at] ?? 'not run' },
      })),
    };
  };
}
