import type {
  Concentration,
  NewSubprocessor,
  Subprocessor,
  SubprocessorUpdate,
} from '../../../shared/areas/vendors/subprocessors.contract.ts';
import { nameKey } from '../../../shared/areas/vendors/vendors.rules.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import type { OtherChange } from '../../../shared/contract/revision.ts';
import type { ReadDb } from '../../db/database.ts';
import { mergeFields } from '../../db/field-merge.ts';
import { vendorSubprocessorsTable } from '../../db/tables/vendors.table.ts';
import {
  findSubprocessor,
  isNoted,
  listSubprocessorRows,
  readChain,
  readConcentration,
  readUsedBy,
  type SubprocessorRow,
  toSubprocessors,
} from './subprocessors.store.ts';
import { badField, mustFindVendor, type VendorServiceDeps } from './vendors.service.ts';
import { findVendor } from './vendors.store.ts';

function mustFind(db: ReadDb, vendorId: string, id: string): SubprocessorRow {
  const row = findSubprocessor(db, vendorId, id);
  if (!row) throw new AppError('not-found', 'There is no such sub-processor');
  return row;
}

/**
 * A vendor is not its own sub-processor; two vendors may be each other's.
 * @throws AppError 'bad-input', 'conflict' where the name is noted already.
 */
function mustFit(
  db: ReadDb,
  vendorId: string,
  said: { readonly name?: string | undefined; readonly linkedVendorId?: string | null | undefined },
  except: string | null,
): void {
  if (said.linkedVendorId === vendorId)
    throw badField('linkedVendorId', 'A vendor cannot be its own sub-processor');
  if (said.linkedVendorId && !findVendor(db, said.linkedVendorId))
    throw badField('linkedVendorId', 'There is no such vendor');
  if (said.name !== undefined && isNoted(db, vendorId, nameKey(said.name), except))
    throw new AppError('conflict', 'This sub-processor is noted already', { allowed: [] });
}

export function createSubprocessors({ db, newId }: VendorServiceDeps) {
  const get = (vendorId: string, id: string): Subprocessor =>
    db.read('vendors.subprocessor', (reader) => {
      const [found] = toSubprocessors(reader, [mustFind(reader, vendorId, id)]);
      if (!found) throw new Error('A sub-processor was lost');
      return found;
    });

  return {
    list: (vendorId: string) =>
      db.read('vendors.subprocessors', (reader) => {
        mustFindVendor(reader, vendorId);
        return {
          subprocessors: toSubprocessors(reader, listSubprocessorRows(reader, vendorId)),
          chain: readChain(reader, vendorId),
          usedBy: readUsedBy(reader, vendorId),
        };
      }),

    add(vendorId: string, said: NewSubprocessor, actor: string): Subprocessor {
      const id = newId();
      db.write({ actor, origin: 'user', action: 'vendors.add-subprocessor' }, (tx) => {
        mustFindVendor(tx, vendorId);
        mustFit(tx, vendorId, said, null);
        tx.insert(vendorSubprocessorsTable, {
          ...said,
          id,
          vendorId,
          nameKey: nameKey(said.name),
          createdBy: actor,
          createdAt: tx.now,
          updatedAt: tx.now,
        });
      });
      return get(vendorId, id);
    },

    update(
      vendorId: string,
      id: string,
      update: SubprocessorUpdate,
      actor: string,
    ): Subprocessor & { merged: OtherChange[] } {
      const { baseRevision, ...fields } = update;
      const sent: Partial<SubprocessorRow> = Object.fromEntries(
        Object.entries(fields).filter(([, value]) => value !== undefined),
      );
      const caller = { actor, origin: 'user', action: 'vendors.update-subprocessor' } as const;
      const merged = db.write(caller, (tx) => {
        const before = mustFind(tx, vendorId, id);
        mustFit(tx, vendorId, update, id);
        const others = mergeFields(tx, before, sent, baseRevision);
        const key = update.name === undefined ? {} : { nameKey: nameKey(update.name) };
        tx.update(vendorSubprocessorsTable, id, { ...sent, ...key, updatedAt: tx.now });
        return others;
      });
      return { ...get(vendorId, id), merged };
    },

    remove(vendorId: string, id: string, actor: string): { ok: true } {
      db.write({ actor, origin: 'user', action: 'vendors.remove-subprocessor' }, (tx) => {
        mustFind(tx, vendorId, id);
        tx.remove(vendorSubprocessorsTable, id);
      });
      return { ok: true };
    },

    concentration: (): Concentration[] => db.read('vendors.concentration', readConcentration),
  };
}
export type Subprocessors = ReturnType<typeof createSubprocessors>;
