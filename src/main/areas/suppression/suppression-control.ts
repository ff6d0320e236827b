/**
 * Which control a rule is an exception of. Every rule is one: where the workspace has controls it names one,
 * where it has none the register of exceptions says that it is not named yet.
 */
import type { ControlSuggestions } from '../../../shared/areas/suppression/suppression.contract.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import type { ReadDb } from '../../db/database.ts';
import type { RuleRow } from './suppressions.store.ts';

/** Of the compliance area, handed over by the wiring. */
export interface ControlChoice {
  readonly has: (db: ReadDb) => boolean;
  readonly suggest: (db: ReadDb, techniques: readonly string[]) => ControlSuggestions;
}

const MUST_BE_NAMED = 'Name the control that this rule is an exception of';

/** The one that fits best; null where nothing says that one fits. */
function bestControl(
  db: ReadDb,
  choice: ControlChoice,
  techniques: readonly string[],
): string | null {
  return choice.suggest(db, techniques).find(({ why }) => why !== '')?.id ?? null;
}

/** @throws AppError 'bad-input' where one must be named and none can be proposed. */
export function controlOfNewRule(
  db: ReadDb,
  choice: ControlChoice,
  rule: {
    readonly controlId?: string | null | undefined;
    readonly scope: { readonly techniques: readonly string[] };
  },
): string | null {
  if (rule.controlId) return rule.controlId;
  if (!choice.has(db)) return null;
  const best = bestControl(db, choice, rule.scope.techniques);
  if (best !== null) return best;
  throw mustBeNamed();
}

/** What a change names; a rule of before that names none is brought along. Undefined: as it is. */
export function controlOfChange(
  db: ReadDb,
  choice: ControlChoice,
  row: Pick<RuleRow, 'controlId' | 'scope'>,
  given: string | null | undefined,
): string | null | undefined {
  if (given) return given;
  if (given !== undefined && choice.has(db)) throw mustBeNamed();
  if (given !== undefined || row.controlId !== null) return given;
  return choice.has(db) ? (bestControl(db, choice, row.scope.techniques) ?? undefined) : undefined;
}

function mustBeNamed(): AppError {
  return new AppError('bad-input', MUST_BE_NAMED, {
    issues: [{ path: 'controlId', message: MUST_BE_NAMED }],
  });
}
