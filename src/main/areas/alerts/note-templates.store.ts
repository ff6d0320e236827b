/** Templates of closing notes. */
import type {
  NewNoteTemplate,
  NoteTemplate,
} from '../../../shared/areas/alerts/dispositions.contract.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import { toIso } from '../../../shared/kernel/time.ts';
import { recordAction } from '../../db/action-log.ts';
import type { Database, ReadDb } from '../../db/database.ts';
import type { RowOf } from '../../db/statements.ts';
import { noteTemplatesTable } from '../../db/tables/discussion.table.ts';
import type { WriteTx } from '../../db/write-door.ts';
import type { NewId } from '../../platform/ids.ts';

type Row = RowOf<typeof noteTemplatesTable>;

function toTemplate({ id, name, text, verdict, updatedAt }: Row): NoteTemplate {
  return { id, name, text, verdict, updatedAt: toIso(updatedAt) };
}

function mustFind(db: ReadDb, id: string): Row {
  const row = db.rows(
    noteTemplatesTable,
    'SELECT * FROM note_templates WHERE id = ? AND deleted_at IS NULL',
    id,
  )[0];
  if (!row) throw new AppError('not-found', 'There is no such template');
  return row;
}

export function createNoteTemplateStore(db: Database, newId: NewId) {
  function write(
    actor: string,
    verb: 'create' | 'change' | 'delete',
    fn: (tx: WriteTx) => { id: string; name: string; before: object | null; after: object | null },
  ): string {
    const kind = `note-templates.${verb}`;
    const words = { create: 'Add', change: 'Change', delete: 'Delete' }[verb];
    return db.write({ actor, origin: 'user', action: kind }, (tx) => {
      const { id, name, before, after } = fn(tx);
      const summary = `${words} note template ‘${name}’`;
      const change = { table: 'note_templates', id, before, after } as never;
      recordAction(tx, { id: newId(), kind, actor, summary }, [change]);
      return id;
    });
  }
  const get = (id: string) =>
    db.read('alerts.noteTemplate', (reader) => toTemplate(mustFind(reader, id)));

  return {
    list: (): NoteTemplate[] =>
      db.read('alerts.noteTemplates', (reader) =>
        reader
          .rows(
            noteTemplatesTable,
            'SELECT * FROM note_templates WHERE deleted_at IS NULL ORDER BY created_at DESC, id DESC',
          )
          .map(toTemplate),
      ),

    create: (template: NewNoteTemplate, actor: string): NoteTemplate =>
      get(
        write(actor, 'create', (tx) => {
          const id = newId();
          const stamps = { createdBy: actor, createdAt: tx.now, updatedAt: tx.now };
          tx.insert(noteTemplatesTable, { id, ...template, ...stamps });
          return { id, name: template.name, before: null, after: template };
        }),
      ),

    change: (id: string, template: NewNoteTemplate, actor: string): NoteTemplate =>
      get(
        write(actor, 'change', (tx) => {
          const { name, text, verdict } = mustFind(tx, id);
          tx.update(noteTemplatesTable, id, { ...template, updatedAt: tx.now });
          return { id, name, before: { name, text, verdict }, after: template };
        }),
      ),

    remove(id: string, actor: string): { removed: boolean } {
      write(actor, 'delete', (tx) => {
        const { name, text, verdict } = mustFind(tx, id);
        tx.remove(noteTemplatesTable, id);
        return { id, name, before: { name, text, verdict }, after: null };
      });
      return { removed: true };
    },
  };
}
export type NoteTemplateStore = ReturnType<typeof createNoteTemplateStore>;
