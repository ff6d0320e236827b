/** Conflicts of sync as the page asks for them. */
import { AppError } from '../../shared/contract/errors.ts';
import type { ConflictCalls } from '../areas/sync/sync.service.ts';
import type { CoreDeps } from './core-deps.ts';

export function wireConflicts(_core: CoreDeps): ConflictCalls {
  const missing = (): never => {
    throw new AppError('not-found', 'There is no such conflict');
  };
  return {
    conflicts: () => ({ conflicts: [], total: 0 }),
    ...{ conflict: missing, takeOther: missing, accept: missing, undo: missing },
    openCount: () => 0,
  };
}
