import type {
  RuleTrial,
  RuleTuning,
} from '../../../../shared/areas/forensics/rules/rule.schemas.ts';
import { RULE_LIMITS } from '../../../../shared/areas/forensics/rules/rules.rules.ts';
import { compileSigma } from '../../../../shared/areas/forensics/sigma/sigma-set.ts';
import { AppError } from '../../../../shared/contract/errors.ts';
import { toIso } from '../../../../shared/kernel/time.ts';
import type { Database } from '../../../db/database.ts';
import type { NewId } from '../../../platform/ids.ts';
import { loadSigmaPorts } from '../sigma-ports.ts';
import type { Trial } from './rule-draft.service.ts';
import { byUser } from './rule-packs.service.ts';
import { asNamed, parseFilter, parseOne } from './rule-set.ts';
import { mustFindRule, textOf } from './rules-list.store.ts';
import {
  insertTuning,
  mustFindTuning,
  removeTuning,
  tuningsOf,
  updateTuning,
} from './tuning.store.ts';

interface TuningDeps {
  readonly db: Database;
  readonly newId: NewId;
  readonly trial: Trial;
}

export function createTuningService({ db, newId, trial }: TuningDeps) {
  async function tuningsWithState(ruleId: string): Promise<RuleTuning[]> {
    const { row, text, list } = db.read('rules.tunings', (reader) => {
      const rule = mustFindRule(reader, ruleId);
      return { row: rule, text: textOf(reader, rule), list: tuningsOf(reader, ruleId) };
    });
    if (list.length === 0) return [];
    const ports = await loadSigmaPorts();
    const parsed = parseOne(text, ports);
    return list.map((one) => ({
      ...{
        id: one.id,
        name: one.name,
        text: one.text,
        reason: one.reason,
        isEnabled: one.isEnabled,
      },
      problem: problemOf(one),
      createdAt: toIso(one.createdAt),
    }));
    function problemOf(one: { name: string; text: string }): string | null {
      if (typeof parsed === 'string') return parsed;
      if (parsed.kind !== 'rule') return 'Filters are for rules, not for correlations';
      const rule = asNamed(parsed, row);
      const filter = parseFilter(one, rule, ports);
      if (typeof filter === 'string') return filter;
      const fell = compileSigma([rule, filter], ports).lines.find(({ state }) => state !== 'ready');
      return fell?.reasons.join('; ') ?? null;
    }
  }

  async function mustRun(ruleId: string, filter: { name: string; text: string }): Promise<void> {
    const { row, text } = db.read('rules.tune', (reader) => {
      const rule = mustFindRule(reader, ruleId);
      return { row: rule, text: textOf(reader, rule) };
    });
    if (row.engine !== 'sigma' || row.kind !== 'rule')
      throw new AppError(
        'conflict',
        'Filters are for rules of Sigma, not for correlations or YARA',
      );
    const ports = await loadSigmaPorts();
    const parsed = parseOne(text, ports);
    const made =
      typeof parsed === 'string' || parsed.kind !== 'rule'
        ? 'The rule cannot be read'
        : parseFilter(filter, asNamed(parsed, row), ports);
    if (typeof made === 'string')
      throw new AppError('bad-input', `The filter cannot run: ${made}`, {
        issues: [{ path: 'text', message: made }],
      });
  }

  return {
    tunings: tuningsWithState,

    async tune(
      ruleId: string,
      body: { name: string; text: string; reason: string },
      actor: string,
    ): Promise<RuleTuning[]> {
      await mustRun(ruleId, body);
      db.write(byUser(actor, 'tune', body.reason), (tx) => {
        if (tuningsOf(tx, ruleId).length >= RULE_LIMITS.tunings)
          throw new AppError('conflict', `A rule has at most ${RULE_LIMITS.tunings} filters`);
        insertTuning(tx, { ...body, id: newId(), ruleId, createdBy: actor });
        tx.announce('detection_rules');
      });
      return tuningsWithState(ruleId);
    },

    tryTuning: async (ruleId: string, text: string, actor: string): Promise<RuleTrial> => {
      const { title } = db.read('rules.find', (reader) => mustFindRule(reader, ruleId));
      return (await trial(
        { type: 'tuning', ruleId, text },
        `Try a filter on ${title}`,
        actor,
      )) as RuleTrial;
    },

    async changeTuning(
      id: string,
      patch: {
        name?: string | undefined;
        text?: string | undefined;
        reason?: string | undefined;
        isEnabled?: boolean | undefined;
      },
      actor: string,
    ): Promise<RuleTuning[]> {
      const before = db.read('rules.tuning', (reader) => mustFindTuning(reader, id));
      const {
        name = before.name,
        text = before.text,
        reason = before.reason,
        isEnabled = before.isEnabled,
      } = patch;
      await mustRun(before.ruleId, { name, text });
      db.write(byUser(actor, 'change-tuning', reason), (tx) =>
        updateTuning(tx, id, { name, text, reason, isEnabled }),
      );
      return tuningsWithState(before.ruleId);
    },

    removeTuning(id: string, actor: string): void {
      db.write(byUser(actor, 'remove-tuning'), (tx) => {
        if (!removeTuning(tx, id)) throw new AppError('not-found', 'There is no such filter');
        tx.announce('detection_rules');
      });
    },
  };
}
export type TuningService = ReturnType<typeof createTuningService>;
