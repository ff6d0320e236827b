/**
 * What happens to a rule of suppression, within a transaction: made, changed, extended, ended. Each step
 * is an action of the desk that can be undone, with the exception of a control that stands for the rule.
 *
 * Hides alerts from people. Defences: no scope without a condition, none wider than a network says
 * something; nothing critical without a word of its own; an end within the setting's days, which an
 * extension only moves, with a reason; everything in the audit log.
 */
import type {
  NewSuppression,
  Reopening,
  SuppressionUpdate,
} from '../../../shared/areas/suppression/suppression.contract.ts';
import {
  ruleState,
  SUPPRESSION_STATE_LABELS,
  type SuppressionScope,
  scopeInWords,
  scopeProblem,
} from '../../../shared/areas/suppression/suppression.rules.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import type { OtherChange } from '../../../shared/contract/revision.ts';
import { DAY_MS } from '../../../shared/kernel/time.ts';
import { rowChange } from '../../db/action-append.ts';
import { type RowChange, recordAction } from '../../db/action-log.ts';
import { mergeFields } from '../../db/field-merge.ts';
import { readWorkspaceSettings } from '../../db/settings-reader.ts';
import { suppressionRulesTable } from '../../db/tables/suppression.table.ts';
import type { WriteTx } from '../../db/write-door.ts';
import type { NewId } from '../../platform/ids.ts';
import type { ExceptionStep, RuleExceptions } from '../compliance/rule-exceptions.store.ts';
import { isAccount, isControl, mustFindRule, type RuleRow } from './suppressions.store.ts';

export interface ChangeDeps {
  readonly newId: NewId;
  readonly exceptions: RuleExceptions;
}

export interface RuleStep {
  readonly ruleId: string;
  /** Null where nothing changed. */
  readonly actionId: string | null;
}

function badField(path: string, message: string): AppError {
  return new AppError('bad-input', message, { issues: [{ path, message }] });
}

function mustBeScope(scope: SuppressionScope): void {
  const problem = scopeProblem(scope);
  if (problem) throw badField(problem.path, problem.message);
}

function mustBeOwner(tx: WriteTx, owner: string): void {
  if (!isAccount(tx, owner)) throw badField('owner', 'There is no such account');
}

function mustBeControl(tx: WriteTx, controlId: string): void {
  if (!isControl(tx, controlId)) throw badField('controlId', 'There is no such control');
}

/** @returns ms. */
function mustBeExpiry(tx: WriteTx, text: string): number {
  const at = Date.parse(text);
  const { maxDays } = readWorkspaceSettings(tx).suppression;
  if (at <= tx.now) throw badField('expiresAt', 'The expiry must lie ahead');
  if (at > tx.now + maxDays * DAY_MS)
    throw badField('expiresAt', `A rule lasts at most ${maxDays} days`);
  return at;
}

/** @throws AppError 'conflict' where the rule is over. */
export function mustRun(row: RuleRow, now: number): void {
  const state = ruleState(row, now);
  if (state === 'ACTIVE' || state === 'EXPIRING') return;
  throw new AppError(
    'conflict',
    `This rule is ${SUPPRESSION_STATE_LABELS[state].toLowerCase()}. Make a new one.`,
  );
}

/** What an exception says: it is read without the rule beside it. */
function exceptionReason(row: Pick<RuleRow, 'name' | 'reason' | 'scope'>): string {
  return `Suppression rule '${row.name}': ${row.reason}\n${scopeInWords(row.scope)}`;
}

const exceptionChange = ({ before, after }: ExceptionStep): RowChange | null =>
  before || after ? rowChange('control_exceptions', before, after) : null;

interface Recorded {
  readonly verb: string;
  readonly actor: string | null;
  readonly summary: string;
  readonly note: string | null;
  readonly changes: readonly (RowChange | null)[];
  readonly isFinal?: boolean;
}

function record(tx: WriteTx, newId: NewId, step: Recorded): string | null {
  const changes = step.changes.filter((change) => change !== null);
  if (changes.length === 0) return null;
  const id = newId();
  const { actor, summary, note, isFinal = false } = step;
  const kind = `suppression.${step.verb}`;
  recordAction(tx, { id, kind, actor, summary, note, isFinal }, changes);
  return id;
}

export function insertRule(
  tx: WriteTx,
  rule: NewSuppression,
  actor: string | null,
  { newId, exceptions }: ChangeDeps,
): RuleStep {
  const { name, scope, owner, reason } = rule;
  mustBeScope(scope);
  mustBeOwner(tx, owner);
  const expiresAt = mustBeExpiry(tx, rule.expiresAt);
  const controlId = rule.controlId || null;
  if (controlId !== null) mustBeControl(tx, controlId);
  const id = newId();
  const exceptionId = controlId === null ? null : newId();
  tx.insert(suppressionRulesTable, {
    ...{ id, name, scope, reason, owner, controlId, exceptionId, expiresAt },
    ...{ inForceSince: tx.now, endedAt: null, endedBy: null, endKind: null, endReason: null },
    ...{ reopening: null, createdBy: actor, createdAt: tx.now, updatedAt: tx.now },
  });
  const row = mustFindRule(tx, id);
  const opened =
    controlId !== null && exceptionId !== null
      ? exceptions.open(
          tx,
          { id: exceptionId, controlId, owner, reason: exceptionReason(row), expiresAt },
          actor,
        )
      : null;
  const actionId = record(tx, newId, {
    ...{ verb: 'create', actor, note: reason, summary: `Add suppression rule '${name}'` },
    changes: [rowChange('suppression_rules', null, row), opened && exceptionChange(opened)],
  });
  return { ruleId: id, actionId };
}

/** Ends the exception that stood for the rule, and begins one of the control that it names now. */
function moveException(
  tx: WriteTx,
  { before, after }: { before: RuleRow; after: RuleRow },
  actor: string | null,
  exceptions: RuleExceptions,
): ExceptionStep[] {
  if (before.exceptionId === after.exceptionId) {
    if (after.exceptionId === null) return [];
    return [
      exceptions.change(tx, after.exceptionId, {
        owner: after.owner,
        reason: exceptionReason(after),
        expiresAt: after.expiresAt,
      }),
    ];
  }
  const steps: ExceptionStep[] = [];
  if (before.exceptionId !== null) steps.push(exceptions.end(tx, before.exceptionId, actor));
  const { exceptionId: id, controlId, owner, expiresAt } = after;
  if (id !== null && controlId !== null)
    steps.push(
      exceptions.open(
        tx,
        { id, controlId, owner, expiresAt, reason: exceptionReason(after) },
        actor,
      ),
    );
  return steps;
}

function writeRule(
  tx: WriteTx,
  id: string,
  patch: Partial<RuleRow>,
  step: Omit<Recorded, 'changes' | 'summary'> & { readonly does: string },
  { newId, exceptions }: ChangeDeps,
): RuleStep {
  const changed = tx.update(suppressionRulesTable, id, { ...patch, updatedAt: tx.now });
  if (!changed) throw new Error('The rule went away within its transaction');
  const followed = moveException(tx, changed, step.actor, exceptions);
  const actionId = record(tx, newId, {
    ...step,
    summary: `${step.does} suppression rule '${changed.after.name}'`,
    changes: [
      rowChange('suppression_rules', changed.before, changed.after),
      ...followed.map(exceptionChange),
    ],
  });
  return { ruleId: id, actionId };
}

export function changeRule(
  tx: WriteTx,
  id: string,
  update: SuppressionUpdate,
  actor: string,
  deps: ChangeDeps,
): RuleStep & { merged: OtherChange[] } {
  const row = mustFindRule(tx, id);
  mustRun(row, tx.now);
  const { baseRevision, hidesCritical: _, ...fields } = update;
  if (fields.scope) mustBeScope(fields.scope);
  if (fields.owner !== undefined) mustBeOwner(tx, fields.owner);
  if (fields.controlId) mustBeControl(tx, fields.controlId);
  const given = Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as Partial<RuleRow>;
  const merged = mergeFields(tx, row, given, baseRevision);
  const patch = { ...given, ...movedTo(row, given.controlId, deps) };
  const step = { verb: 'update', actor, note: null, does: 'Change' };
  return { ...writeRule(tx, id, patch, step, deps), merged };
}

/** Another control means another exception. */
function movedTo(
  row: RuleRow,
  controlId: string | null | undefined,
  { newId }: ChangeDeps,
): Partial<RuleRow> {
  if (controlId === undefined || controlId === row.controlId) return {};
  return { controlId, exceptionId: controlId === null ? null : newId() };
}

interface Extension {
  readonly expiresAt: string;
  readonly reason: string;
  readonly baseRevision?: string;
  /** Named where the rule names none yet. */
  readonly controlId?: string | null | undefined;
}

export function extendRule(
  tx: WriteTx,
  id: string,
  { expiresAt, reason, baseRevision, controlId }: Extension,
  actor: string,
  deps: ChangeDeps,
): RuleStep {
  const row = mustFindRule(tx, id);
  mustRun(row, tx.now);
  const until = mustBeExpiry(tx, expiresAt);
  if (until <= row.expiresAt)
    throw badField('expiresAt', 'The new expiry must lie after the present one');
  mergeFields(tx, row, { expiresAt: until }, baseRevision);
  const step = { verb: 'extend', actor, note: reason, does: 'Extend' };
  return writeRule(
    tx,
    id,
    { expiresAt: until, inForceSince: tx.now, ...movedTo(row, controlId, deps) },
    step,
    deps,
  );
}

export interface RuleEnd {
  readonly kind: 'ENDED' | 'EXPIRED';
  readonly reason: string | null;
  readonly reopening: Reopening;
}

/** An end by its time is Watchfloor's, and final: the rule could only end again. */
export function endRule(
  tx: WriteTx,
  id: string,
  { kind, reason, reopening }: RuleEnd,
  actor: string | null,
  deps: ChangeDeps,
): RuleStep {
  const row = mustFindRule(tx, id);
  if (row.endedAt !== null) throw new AppError('conflict', 'This rule has ended already');
  if (kind === 'ENDED') mustRun(row, tx.now);
  const changed = tx.update(suppressionRulesTable, id, {
    ...{ endedAt: tx.now, endedBy: actor, endKind: kind, endReason: reason, reopening },
    updatedAt: tx.now,
  });
  if (!changed) throw new Error('The rule went away within its transaction');
  const ended = row.exceptionId === null ? null : deps.exceptions.end(tx, row.exceptionId, actor);
  const isFinal = kind === 'EXPIRED';
  const actionId = record(tx, deps.newId, {
    ...(isFinal
      ? { verb: 'expire', summary: `End suppression rule '${row.name}', whose time is over` }
      : { verb: 'end', summary: `End suppression rule '${row.name}'` }),
    ...{ actor, note: reason, isFinal },
    changes: [
      rowChange('suppression_rules', changed.before, changed.after),
      ended && exceptionChange(ended),
    ],
  });
  return { ruleId: id, actionId };
}
