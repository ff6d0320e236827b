import type { Asset, AssetInput } from '../../../shared/areas/assistant/automation.contract.ts';
import type { Criticality, EntityKind } from '../../../shared/areas/entities/entities.contract.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import { toIso } from '../../../shared/kernel/time.ts';
import type { Database } from '../../db/database.ts';
import type { WriteTx } from '../../db/write-door.ts';
import {
  type AssetRow,
  findAsset,
  listAssets,
  removeAssetRow,
  saveAssetRow,
} from './assets.store.ts';

/** Of the entities area, handed over by the wiring: the entity meant, and its mark. */
export interface EntityPort {
  entityOf(kind: EntityKind, value: string): { id: string; kind: EntityKind; value: string };
  mark(
    tx: WriteTx,
    entity: { id: string; kind: EntityKind; value: string },
    mark: { criticality: Criticality; reason: string | null },
    actor: string,
  ): void;
}

const LISTED = 500;

const toAsset = ({ updated_at, reason: _, ...row }: AssetRow): Asset => ({
  ...row,
  updatedAt: toIso(updated_at),
});

export function createAssetService({ db, entities }: { db: Database; entities: EntityPort }) {
  return {
    list: (): Asset[] =>
      db.read('automation.assets', (reader) => listAssets(reader, LISTED).map(toAsset)),

    save(input: AssetInput, actor: string): Asset {
      const { criticality, role, owner, note } = input;
      const entity = entities.entityOf(input.kind, input.value);
      return db.write({ actor, origin: 'user', action: 'assets.save', reason: note }, (tx) => {
        const known = findAsset(tx, entity.id);
        const reason = note ?? known?.reason ?? (criticality === 'NORMAL' ? null : role);
        entities.mark(tx, entity, { criticality, reason }, actor);
        saveAssetRow(tx, { ...entity, role, owner, note });
        const saved = findAsset(tx, entity.id);
        if (!saved) throw new AppError('not-found', 'There is no such asset');
        return toAsset(saved);
      });
    },

    remove(id: string, actor: string): void {
      db.write({ actor, origin: 'user', action: 'assets.remove' }, (tx) => {
        const known = findAsset(tx, id);
        if (!known) throw new AppError('not-found', 'There is no such asset');
        entities.mark(tx, known, { criticality: 'NORMAL', reason: null }, actor);
        removeAssetRow(tx, id);
      });
    },
  };
}
export type AssetService = ReturnType<typeof createAssetService>;
