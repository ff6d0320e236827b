/**
 * Lists of what is known to be good: those that come with the product, and those that people import.
 * A list is a stranger's file: bounded in bytes and entries; its expressions run on RE2's automata.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { RE2JS } from 're2js';
import type { Warninglist } from '../../../../shared/areas/forensics/indicators/indicator-work.contract.ts';
import { readWarninglist } from '../../../../shared/areas/forensics/indicators/warninglist.ts';
import { AppError } from '../../../../shared/contract/errors.ts';
import { toIso } from '../../../../shared/kernel/time.ts';
import type { Database } from '../../../db/database.ts';
import type { NewId } from '../../../platform/ids.ts';
import type { Log } from '../../../platform/log.ts';
import { readWholeFile, textOfBytes } from './file-text.ts';
import {
  findWarninglist,
  listWarninglists,
  removeWarninglist,
  saveWarninglist,
  switchWarninglist,
  type WarninglistRow,
} from './warninglists.store.ts';

const MAX_BYTES = 64 * 1024 * 1024;

export interface WarninglistDeps {
  readonly db: Database;
  readonly newId: NewId;
  readonly log: Log;
  /** Of the lists that come with the product. */
  readonly folder: string;
}

const shown = (row: WarninglistRow): Warninglist => ({
  ...{ id: row.id, name: row.name, description: row.description, version: row.version },
  ...{ type: row.type, entries: row.entries, leftOut: row.left_out },
  ...{ isOn: row.is_on === 1, isOwn: row.is_own === 1, importedAt: toIso(row.imported_at) },
});

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new AppError('bad-input', 'This is no warninglist: it is no JSON.');
  }
}

export const compilePattern = (source: string): ((text: string) => boolean) | null => {
  try {
    const pattern = RE2JS.compile(source, RE2JS.CASE_INSENSITIVE);
    return (text) => pattern.matcher(text).find();
  } catch {
    return null;
  }
};

export function createWarninglists({ db, newId, log, folder }: WarninglistDeps) {
  function mustFind(id: string): WarninglistRow {
    const row = db.read('indicators.warninglist', (reader) => findWarninglist(reader, id));
    if (!row) throw new AppError('not-found', 'There is no such list');
    return row;
  }

  return {
    list: (): Warninglist[] =>
      db.read('indicators.warninglists', (reader) => listWarninglists(reader).map(shown)),

    async add(bytes: AsyncIterable<Uint8Array>, actor: string): Promise<Warninglist> {
      const list = readWarninglist(parsed(textOfBytes(await readWholeFile(bytes, MAX_BYTES))));
      if (typeof list === 'string') throw new AppError('bad-input', list);
      const id = newId();
      const caller = {
        actor,
        origin: 'user',
        action: 'indicators.addWarninglist',
        reason: list.name,
      } as const;
      db.write(caller, (tx) => {
        saveWarninglist(tx, { id, list, isOwn: false, actor });
        tx.note('warninglists', list.keys.length);
      });
      return shown(mustFind(id));
    },

    turn(id: string, isOn: boolean, actor: string): Warninglist {
      const { name } = mustFind(id);
      db.write(
        { actor, origin: 'user', action: 'indicators.turnWarninglist', reason: name },
        (tx) => {
          switchWarninglist(tx, id, isOn);
          tx.note('warninglists', 1);
        },
      );
      return shown(mustFind(id));
    },

    remove(id: string, actor: string): void {
      const { name, is_own } = mustFind(id);
      if (is_own === 1)
        throw new AppError('conflict', 'This list came with the product; switch it off instead');
      db.write(
        { actor, origin: 'user', action: 'indicators.removeWarninglist', reason: name },
        (tx) => {
          removeWarninglist(tx, id);
          tx.note('warninglists', 1);
        },
      );
    },

    /** Those that come with the product, where they are not there yet. */
    async install(): Promise<void> {
      const files = (await readdir(folder)).filter((name) => name.endsWith('.json')).sort();
      for (const file of files) {
        const list = readWarninglist(JSON.parse(await readFile(join(folder, file), 'utf8')));
        if (typeof list === 'string') {
          log.error('a list of the product cannot be read', { file });
          continue;
        }
        const known = db.read('indicators.warninglists', (reader) =>
          listWarninglists(reader).find(({ name }) => name === list.name),
        );
        if (known && known.version >= list.version) continue;
        db.write({ actor: null, origin: 'system', action: 'indicators.installWarninglist' }, (tx) =>
          saveWarninglist(tx, { id: newId(), list, isOwn: true, actor: null }),
        );
      }
    },
  };
}
export type WarninglistService = ReturnType<typeof createWarninglists>;
