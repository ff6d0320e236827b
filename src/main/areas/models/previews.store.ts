/** Who has seen exactly what leaves for a kind of use at an address, before any of it did. */
import type { ModelTask } from '../../../shared/areas/models/tasks.ts';
import type { Database } from '../../db/database.ts';

export interface SeenPreview {
  readonly task: ModelTask;
  readonly at: number;
  readonly by: { readonly id: string; readonly name: string };
}

export interface PreviewStore {
  /** Seen with less hidden covers what leaves with more hidden; never the other way round. */
  isSeen(baseUrl: string, task: ModelTask, hidesExternal: boolean): boolean;
  seen(baseUrl: string, hidesExternal: boolean): SeenPreview[];
  save(actor: string, seen: { baseUrl: string; task: ModelTask; hidesExternal: boolean }): void;
}

interface Row {
  readonly task: ModelTask;
  readonly seen_at: number;
  readonly seen_by: string;
  readonly name: string | null;
}

export function createPreviewStore(db: Database): PreviewStore {
  const rows = (baseUrl: string, hidesExternal: boolean): Row[] =>
    db.read('models.previews', (reader) =>
      reader.all<Row>(
        `SELECT p.task, max(p.seen_at) AS seen_at, p.seen_by,
           trim(coalesce(u.first_name, '') || ' ' || coalesce(u.last_name, '')) AS name
         FROM model_previews p LEFT JOIN users u ON u.id = p.seen_by
         WHERE p.base_url = ? AND p.hides_external <= ? GROUP BY p.task ORDER BY p.task`,
        baseUrl,
        hidesExternal ? 1 : 0,
      ),
    );
  return {
    isSeen: (baseUrl, task, hidesExternal) =>
      rows(baseUrl, hidesExternal).some((row) => row.task === task),
    seen: (baseUrl, hidesExternal) =>
      rows(baseUrl, hidesExternal).map(({ task, seen_at: at, seen_by: id, name }) => ({
        ...{ task, at },
        by: { id, name: name ?? '' },
      })),
    save(actor, { baseUrl, task, hidesExternal }) {
      const reason = `${task} at ${URL.parse(baseUrl)?.host ?? ''}`;
      db.write({ actor, origin: 'user', action: 'models.agree', reason }, (tx) => {
        tx.run(
          `INSERT INTO model_previews (base_url, task, hides_external, seen_at, seen_by)
           VALUES (?, ?, ?, ?, ?) ON CONFLICT (base_url, task, hides_external)
           DO UPDATE SET seen_at = excluded.seen_at, seen_by = excluded.seen_by`,
          baseUrl,
          task,
          hidesExternal ? 1 : 0,
          tx.now,
          actor,
        );
        tx.note('model_previews', 1);
        tx.announce('model_endpoints');
      });
    },
  };
}
