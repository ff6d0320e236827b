import { AppError } from '../../../../shared/contract/errors.ts';
import type { ReadDb } from '../../../db/database.ts';
import { findCase, type OpenCase } from './promotions.store.ts';

export function mustFindCase(db: ReadDb, id: string): OpenCase {
  const found = findCase(db, id);
  if (!found) throw new AppError('not-found', 'There is no such investigation');
  return found;
}

export function mustBeOpenCase(db: ReadDb, id: string): void {
  if (mustFindCase(db, id).closedAt !== null)
    throw new AppError('conflict', 'This investigation is closed; it is not changed any more');
}
