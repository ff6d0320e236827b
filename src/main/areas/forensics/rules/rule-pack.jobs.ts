/**
 * Reads rule files into a pack, or says what would come of them. A new pack is seen when all of it is in;
 * where it is cancelled before, nothing of it stays. An update that is cancelled leaves whole rules, old or
 * new, and can be done again.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import type { PackReceipt } from '../../../../shared/areas/forensics/rules/rule.schemas.ts';
import { PACK_ORIGINS, RULE_LIMITS } from '../../../../shared/areas/forensics/rules/rules.rules.ts';
import { AppError } from '../../../../shared/contract/errors.ts';
import type { Caller, WriteTx } from '../../../db/write-door.ts';
import type { JobContext } from '../../../jobs/job.ts';
import {
  findPack,
  insertPack,
  insertRule,
  markGone,
  type RuleRow,
  removeRules,
  rulesOfPack,
  updatePack,
  updateRule,
} from './packs.store.ts';
import type { RuleMessage } from './read-rules.stage.ts';
import type { ReadRule } from './rule.types.ts';

const inputSchema = z.object({
  mode: z.enum(['preview', 'import']),
  name: z.string(),
  /** Of the pack that is brought up to date or made. */
  packId: z.string().nullable(),
  packName: z.string(),
  origin: z.enum(PACK_ORIGINS),
});
export type RulePackInput = z.infer<typeof inputSchema>;
export interface RulePackResult {
  readonly packId: string;
  readonly receipt: PackReceipt;
}

const AT_ONCE = 100;

export async function rulePackJob(rawInput: unknown, context: JobContext): Promise<RulePackResult> {
  const input = inputSchema.parse(rawInput);
  const started = context.clock.now();
  const rules: ReadRule[] = [];
  let end: (RuleMessage & { type: 'end' }) | undefined;
  for await (const value of context.stage('read-rules', { name: input.name })) {
    context.signal.throwIfAborted();
    const message = value as RuleMessage;
    if (message.type === 'end') end = message;
    else rules.push(...message.rules);
    context.report({ done: rules.length, total: null, message: 'Reading' });
  }
  if (!end) throw new AppError('internal', 'The files were read, but nothing came of it.');
  if (rules.length === 0)
    throw new AppError(
      'bad-input',
      end.rejected[0]
        ? `There is no rule in it: ${end.rejected[0].file}: ${end.rejected[0].reason}`
        : 'There is no rule in it',
    );
  const known = context.db.read('rules.pack', (reader) =>
    input.packId === null ? new Map<string, RuleRow>() : rulesOfPack(reader, input.packId),
  );
  const plan = planOf(rules, known);
  const receipt = receiptOf(rules, end, plan, () => context.clock.now() - started);
  if (input.mode === 'preview') return { packId: input.packId ?? '', receipt };
  const packId = await save(input, { rules, plan, receipt, contentHash: end.contentHash }, context);
  return { packId, receipt };
}

interface Plan {
  readonly fresh: readonly ReadRule[];
  readonly changed: readonly { before: RuleRow; rule: ReadRule }[];
  /** The same text, another verdict on it: the engine has learned, or what it speaks of is here now. */
  readonly other: readonly { before: RuleRow; rule: ReadRule }[];
  readonly gone: readonly RuleRow[];
  readonly unchanged: number;
}

function planOf(rules: readonly ReadRule[], known: ReadonlyMap<string, RuleRow>): Plan {
  const fresh: ReadRule[] = [];
  const changed: { before: RuleRow; rule: ReadRule }[] = [];
  const other: { before: RuleRow; rule: ReadRule }[] = [];
  let unchanged = 0;
  for (const rule of rules) {
    const before = known.get(rule.key);
    if (!before) fresh.push(rule);
    else if (before.hash !== rule.hash || before.isGone) changed.push({ before, rule });
    else {
      unchanged++;
      if (before.state !== rule.state || before.path !== rule.path) other.push({ before, rule });
    }
  }
  const keys = new Set(rules.map(({ key }) => key));
  const gone = [...known.values()].filter(({ ruleKey, isGone }) => !isGone && !keys.has(ruleKey));
  return { fresh, changed, other, gone, unchanged };
}

function receiptOf(
  rules: readonly ReadRule[],
  end: RuleMessage & { type: 'end' },
  plan: Plan,
  ms: () => number,
): PackReceipt {
  const count = (fits: (rule: ReadRule) => boolean) => rules.filter(fits).length;
  const cut = <T>(list: readonly T[]) => list.slice(0, RULE_LIMITS.named);
  const named = ({ key, title }: { key: string; title: string }) => ({ key, title });
  return {
    files: end.files,
    passedOver: end.passedOver,
    read: rules.length,
    ready: count(({ state }) => state === 'ready'),
    unsupported: count(({ state }) => state === 'unsupported'),
    invalid: count(({ state }) => state === 'invalid'),
    filters: count(({ kind }) => kind === 'filter'),
    correlations: count(({ kind }) => kind === 'correlation'),
    yara: count(({ engine }) => engine === 'yara'),
    duplicateCount: end.duplicates.length,
    duplicates: cut(end.duplicates),
    rejectedCount: end.rejected.length,
    rejected: cut(end.rejected),
    left: cut(
      rules
        .filter(({ state }) => state !== 'ready')
        .map(({ path, reasons }) => ({ file: path, reason: reasons.join('; ').slice(0, 500) })),
    ),
    newCount: plan.fresh.length,
    fresh: cut(plan.fresh.map(named)),
    changedCount: plan.changed.length,
    changed: cut(plan.changed.map(({ rule }) => named(rule))),
    goneCount: plan.gone.length,
    gone: cut(plan.gone.map(({ ruleKey, title }) => ({ key: ruleKey, title }))),
    unchanged: plan.unchanged,
    ms: ms(),
  };
}

interface ToSave {
  readonly rules: readonly ReadRule[];
  readonly plan: Plan;
  readonly receipt: PackReceipt;
  readonly contentHash: string;
}

async function save(
  input: RulePackInput,
  { rules, plan, receipt, contentHash }: ToSave,
  context: JobContext,
): Promise<string> {
  const { db, newId, signal, report, relieveLog } = context;
  const packId = input.packId ?? newId();
  const caller: Caller = {
    actor: context.startedBy,
    origin: 'job',
    action: 'rules.import',
    reason: input.packName,
  };
  const frame = { packId, actor: context.startedBy, newId };
  const insert = <R>(tx: WriteTx, fn: (tx: WriteTx) => R): R =>
    input.origin === 'shipped' ? tx.asBorn(fn) : fn(tx);
  const isNew = db.read('rules.pack', (reader) => findPack(reader, packId)) === undefined;
  const made: string[] = [];
  const steps = [
    ...plan.fresh.map((rule) => ({ rule, before: null })),
    ...[...plan.changed, ...plan.other].map(({ rule, before }) => ({ rule, before })),
  ];
  try {
    for (let at = 0; at < steps.length; at += AT_ONCE) {
      signal.throwIfAborted();
      db.write(caller, (tx) => {
        for (const { rule, before } of steps.slice(at, at + AT_ONCE)) {
          if (before) updateRule(tx, before, rule, frame);
          else made.push(insert(tx, (inner) => insertRule(inner, rule, frame)));
        }
      });
      report({
        done: Math.min(at + AT_ONCE, steps.length),
        total: rules.length,
        message: 'Writing',
      });
      relieveLog();
      await nextTurn();
    }
    signal.throwIfAborted();
  } catch (error) {
    if (isNew)
      for (let at = 0; at < made.length; at += AT_ONCE)
        db.write(caller, (tx) => removeRules(tx, made.slice(at, at + AT_ONCE)));
    throw error;
  }
  db.write(caller, (tx) => {
    for (const { id } of plan.gone) markGone(tx, id);
    const file = { fileName: input.name, contentHash, receipt };
    const pack = findPack(tx, packId);
    if (pack) updatePack(tx, packId, { ...file, version: pack.version + 1 });
    else
      insert(tx, (inner) =>
        insertPack(inner, {
          ...{ ...file, id: packId, name: input.packName },
          ...{ origin: input.origin, createdBy: context.startedBy },
        }),
      );
    tx.announce('detection_rules');
  });
  return packId;
}
