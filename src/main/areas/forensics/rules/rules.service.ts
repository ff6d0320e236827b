import type {
  RuleDetail,
  RuleHit,
  RuleTest,
} from '../../../../shared/areas/forensics/rules/rule.schemas.ts';
import { plainSource } from '../../../../shared/areas/forensics/rules/rule-text.ts';
import { OWN_PACK, RULE_LIMITS } from '../../../../shared/areas/forensics/rules/rules.rules.ts';
import { AppError } from '../../../../shared/contract/errors.ts';
import type { Job } from '../../../../shared/contract/jobs.ts';
import { toIso } from '../../../../shared/kernel/time.ts';
import type { Database } from '../../../db/database.ts';
import type { RuleTestBody } from '../../../db/tables/rules.table.ts';
import type { NewId } from '../../../platform/ids.ts';
import { findInvestigation } from '../investigations.store.ts';
import { loadSigmaPorts } from '../sigma-ports.ts';
import type { PromotionService } from '../timeline/promotions.service.ts';
import { hitsOnEvents, recordKeyOf } from './event-hits.store.ts';
import { switchRule } from './packs.store.ts';
import { createRuleCheck, outcomesOf } from './rule-check.ts';
import { listHits, mustFindHit, runsOf } from './rule-hits.store.ts';
import type { RulePackService } from './rule-packs.service.ts';
import { byUser } from './rule-packs.service.ts';
import type { RuleRunner } from './rule-runs.keeper.ts';
import {
  findRule,
  listRules,
  mustFindRule,
  type RuleFilter,
  readRule,
  textOf,
  versionsOf,
} from './rules-list.store.ts';
import {
  insertMark,
  insertTest,
  removeMark,
  removeTest,
  type TestRow,
  testsOf,
} from './tuning.store.ts';

interface RulesDeps {
  readonly db: Database;
  readonly packs: RulePackService;
  readonly runs: RuleRunner;
  /** Writes a rule of the own pack anew. */
  readonly write: (text: string, actor: string, id: string) => Promise<unknown>;
}

export function createRulesService({ db, packs, runs, write }: RulesDeps) {
  const get = (id: string): RuleDetail => db.read('rules.get', (reader) => readRule(reader, id));
  return {
    get,
    list: (query: RuleFilter & { limit: number; cursor?: string | undefined }) =>
      db.read('rules.list', (reader) => listRules(reader, query, query)),
    versions: (id: string) =>
      db.read('rules.versions', (reader) => {
        mustFindRule(reader, id);
        return versionsOf(reader, id);
      }),

    async change(
      id: string,
      { isEnabled, text }: { isEnabled?: boolean | undefined; text?: string | undefined },
      actor: string,
    ): Promise<RuleDetail> {
      const row = db.read('rules.find', (reader) => mustFindRule(reader, id));
      if (text !== undefined) {
        if (row.packId !== OWN_PACK.id)
          throw new AppError(
            'conflict',
            "Only rules of the pack 'Own rules' are written here: tune this one with a filter",
          );
        await write(text, actor, id);
      }
      if (isEnabled !== undefined)
        db.write(byUser(actor, isEnabled ? 'enable' : 'disable'), (tx) => {
          switchRule(tx, id, isEnabled);
          tx.announce('rule_packs');
        });
      return get(id);
    },

    runs: (investigationId: string) =>
      db.read('rules.runs', (reader) => runsOf(reader, investigationId)),

    async run(investigationId: string, sourceId: string | null, actor: string): Promise<Job> {
      if (!db.read('rules.investigation', (reader) => findInvestigation(reader, investigationId)))
        throw new AppError('not-found', 'There is no such investigation');
      await packs.ensureShipped();
      return runs.start({ investigationId, sourceId, startedBy: actor });
    },
  };
}
export type RulesService = ReturnType<typeof createRulesService>;

const TECHNIQUE = /^T\d{4}(?:\.\d{3})?$/i;

interface ProofDeps {
  readonly db: Database;
  readonly newId: NewId;
  readonly promote: PromotionService['promote'];
}

/** Hits and the events that a rule is tried on. */
export function createRuleProofs({ db, newId, promote }: ProofDeps) {
  return {
    hits: (
      query: Parameters<typeof listHits>[1] & { limit: number; cursor?: string | undefined },
    ) => db.read('rules.hits', (reader) => listHits(reader, query, query)),

    mark(id: string, reason: string, actor: string): RuleHit {
      const hit = db.read('rules.hit', (reader) => mustFindHit(reader, id));
      if (hit.mark)
        throw new AppError('conflict', 'This hit is marked as a false positive already');
      db.write(byUser(actor, 'mark', reason), (tx) =>
        insertMark(tx, {
          ...{ id: newId(), ruleId: hit.ruleId, ruleHash: hit.ruleHash, reason, createdBy: actor },
          ...{ investigationId: hit.investigationId, sourceId: hit.sourceId, eventId: hit.eventId },
          recordKey: recordKeyOf(tx, id),
          summary: hit.summary,
        }),
      );
      return db.read('rules.hit', (reader) => mustFindHit(reader, id));
    },

    unmark(id: string, actor: string): RuleHit {
      const { mark } = db.read('rules.hit', (reader) => mustFindHit(reader, id));
      if (!mark) throw new AppError('conflict', 'This hit is not marked');
      db.write(byUser(actor, 'unmark'), (tx) => removeMark(tx, mark.id));
      return db.read('rules.hit', (reader) => mustFindHit(reader, id));
    },

    check: createRuleCheck(db),

    onEvents(investigationId: string, asked: { source: string; from: number; count: number }) {
      const ids = Array.from({ length: asked.count }, (_, n) => String(asked.from + n));
      const of = { investigationId, sourceId: asked.source };
      return db
        .read('rules.eventHits', (reader) => hitsOnEvents(reader, of, ids))
        .map((hit) => ({ ...hit, isMarked: hit.isMarked === 1 }));
    },

    /** With the rule as the one that found it. */
    promote(id: string, actor: string) {
      const { hit, techniques } = db.read('rules.hit', (reader) => {
        const found = mustFindHit(reader, id);
        return { hit: found, techniques: findRule(reader, found.ruleId)?.techniques ?? [] };
      });
      if (!/^\d+$/.test(hit.eventId))
        throw new AppError('conflict', 'This rule found a file, not an event');
      return promote(
        {
          ...{ investigationId: hit.investigationId, eventIds: [Number(hit.eventId)], note: null },
          technique: techniques.find((one) => TECHNIQUE.test(one))?.toUpperCase() ?? null,
          rule: { id: hit.ruleId, name: hit.ruleTitle },
        },
        actor,
      );
    },

    async tests(ruleId: string) {
      const { text, list } = db.read('rules.tests', (reader) => {
        const rule = mustFindRule(reader, ruleId);
        return {
          text: rule.engine === 'sigma' ? textOf(reader, rule) : '',
          list: testsOf(reader, ruleId),
        };
      });
      const ports = await loadSigmaPorts();
      const outcomes = outcomesOf(text, list, ports);
      return list.map((row, at) => ({ ...toTest(row), outcome: outcomes[at] ?? 'not run' }));
    },

    addTest(
      ruleId: string,
      body: { name: string; isHit: boolean } & RuleTestBody,
      actor: string,
    ): RuleTest {
      const id = newId();
      const row = db.write(byUser(actor, 'add-test'), (tx) => {
        mustFindRule(tx, ruleId);
        if (testsOf(tx, ruleId).length >= RULE_LIMITS.tests)
          throw new AppError('conflict', `A rule has at most ${RULE_LIMITS.tests} tests`);
        const kept = { ...(body.declared ? { declared: body.declared } : {}), event: body.event };
        insertTest(tx, {
          id,
          ruleId,
          name: body.name,
          isHit: body.isHit,
          body: kept,
          createdBy: actor,
        });
        return testsOf(tx, ruleId).find((one) => one.id === id);
      });
      if (!row) throw new AppError('internal', 'The test was not kept');
      return toTest(row);
    },

    removeTest(id: string, actor: string): void {
      db.write(byUser(actor, 'remove-test'), (tx) => {
        if (!removeTest(tx, id)) throw new AppError('not-found', 'There is no such test');
      });
    },
  };
}
export type RuleProofs = ReturnType<typeof createRuleProofs>;

const toTest = ({ id, name, isHit, body, createdAt }: TestRow): RuleTest => ({
  ...{ id, name, isHit, createdAt: toIso(createdAt) },
  declared: body.declared ? plainSource(body.declared) : null,
  event: Object.fromEntries(
    Object.entries(body.event).map(([field, value]) => [
      field,
      typeof value === 'string' ? value : [...value],
    ]),
  ),
});
