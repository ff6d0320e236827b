import { alertFilterSchema } from '../../../shared/areas/alerts/alerts.contract.ts';
import { parseQuery } from '../../../shared/areas/views/query-language.ts';
import {
  type NewView,
  type SavedView,
  VIEWS_MAX,
  type ViewFilter,
  type ViewsFile,
} from '../../../shared/areas/views/views.contract.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import { type RowChange, recordAction } from '../../db/action-log.ts';
import type { Database } from '../../db/database.ts';
import type { Caller, WriteTx } from '../../db/write-door.ts';
import type { NewId } from '../../platform/ids.ts';
import {
  changeView,
  findView,
  insertView,
  listViews,
  ownViews,
  plain,
  removeView,
  setDefaultView,
} from './views.store.ts';

interface ViewDeps {
  readonly db: Database;
  readonly newId: NewId;
}

interface ViewChange {
  readonly name?: string | undefined;
  readonly filter?: ViewFilter | undefined;
  readonly isShared?: boolean | undefined;
}

export function createViewService({ db, newId }: ViewDeps) {
  const caller = (actor: string, action: string): Caller => ({ actor, origin: 'user', action });

  function find(id: string, me: string): SavedView {
    const view = db.read('views.find', (reader) => findView(reader, id, me));
    if (!view) throw new AppError('not-found', 'There is no such view');
    return view;
  }

  function findOwn(id: string, me: string): SavedView {
    const view = find(id, me);
    if (view.isMine) return view;
    throw new AppError(
      'forbidden',
      'This view is of somebody else. Save it under a name of your own.',
    );
  }

  function record(
    tx: WriteTx,
    action: { kind: string; actor: string; summary: string },
    changes: readonly RowChange[],
  ): void {
    if (changes.length > 0) recordAction(tx, { id: newId(), ...action }, changes);
  }

  return {
    list: (me: string) => db.read('views.list', (reader) => listViews(reader, me)),

    create({ name, filter, isShared }: NewView, me: string): SavedView {
      checkFilter(filter);
      const id = newId();
      db.write(caller(me, 'views.create'), (tx) => {
        checkName(tx, me, name, null);
        if (ownViews(tx, me).length >= VIEWS_MAX)
          throw new AppError(
            'conflict',
            `One account has at most ${VIEWS_MAX} views. Delete one first.`,
          );
        const change = insertView(tx, { id, name, filter, owner: me, isShared });
        record(
          tx,
          { kind: 'views.create', actor: me, summary: `Save ${named({ name, isShared })}` },
          [change],
        );
      });
      return find(id, me);
    },

    update(id: string, change: ViewChange, me: string): SavedView {
      const before = findOwn(id, me);
      if (change.filter) checkFilter(change.filter);
      const given = Object.fromEntries(
        Object.entries(change).filter(([, value]) => value !== undefined),
      );
      db.write(caller(me, 'views.update'), (tx) => {
        if (change.name !== undefined) checkName(tx, me, change.name, id);
        const changed = changeView(tx, id, given);
        const summary = changeSummary(before, change);
        record(tx, { kind: 'views.update', actor: me, summary }, changed ? [changed] : []);
      });
      return find(id, me);
    },

    remove(id: string, me: string): void {
      const view = findOwn(id, me);
      db.write(caller(me, 'views.delete'), (tx) => {
        const summary = `Delete ${named(view)}`;
        record(tx, { kind: 'views.delete', actor: me, summary }, [removeView(tx, view)]);
      });
    },

    setDefault(id: string | null, me: string): void {
      const view = id === null ? null : find(id, me);
      const summary = view ? `Open the desk with ${named(view)}` : 'Open the desk with no view';
      db.write(caller(me, 'views.default'), (tx) => {
        const change = setDefaultView(tx, me, id);
        record(tx, { kind: 'views.default', actor: me, summary }, change ? [change] : []);
      });
    },

    exportAll(me: string): string {
      const views = db
        .read('views.export', (reader) => listViews(reader, me))
        .map(({ name, filter }) => ({ name, filter }));
      return `${JSON.stringify({ watchfloorViews: 1, views }, null, 2)}\n`;
    },

    /** One by one or none: a file with one bad view adds nothing. */
    importAll({ views }: ViewsFile, me: string): { added: number; passedOver: number } {
      for (const [n, { name, filter }] of views.entries())
        checkFilter(filter, `View ${n + 1} (${name}): `);
      return db.write(caller(me, 'views.import'), (tx) => {
        const { changes, passedOver } = addViews(tx, views, { me, newId });
        const added = changes.length;
        const summary = `Add ${added === 1 ? '1 view' : `${added} views`} of a file`;
        record(tx, { kind: 'views.import', actor: me, summary }, changes);
        return { added, passedOver };
      });
    },
  };
}
export type ViewService = ReturnType<typeof createViewService>;

function addViews(
  tx: WriteTx,
  views: ViewsFile['views'],
  { me, newId }: { me: string; newId: NewId },
): { changes: RowChange[]; passedOver: number } {
  const own = ownViews(tx, me);
  const known = new Set(own.map(({ name, filter }) => `${name.toLowerCase()} ${filter}`));
  const names = new Set(own.map(({ name }) => name.toLowerCase()));
  const changes: RowChange[] = [];
  for (const { name, filter } of views) {
    const key = `${name.toLowerCase()} ${JSON.stringify(plain(filter))}`;
    if (known.has(key)) continue;
    known.add(key);
    if (own.length + changes.length >= VIEWS_MAX)
      throw new AppError(
        'conflict',
        `One account has at most ${VIEWS_MAX} views. Delete some first.`,
      );
    const free = freeName(name, names);
    names.add(free.toLowerCase());
    const row = { id: newId(), name: free, filter, owner: me, isShared: false };
    changes.push(insertView(tx, row));
  }
  return { changes, passedOver: views.length - changes.length };
}

function changeSummary(before: SavedView, { name, filter, isShared }: ViewChange): string {
  if (name !== undefined && name !== before.name)
    return before.isShared ? `Rename ${named(before)} to ‘${name}’` : `Rename ${named(before)}`;
  if (filter === undefined && isShared !== undefined)
    return `${isShared ? 'Share' : 'No longer share'} view ‘${before.name}’`;
  return `Change ${named(before)}`;
}

/** Everybody reads the history of actions; what a person calls a view of their own is theirs. */
const named = ({ name, isShared }: Pick<SavedView, 'name' | 'isShared'>): string =>
  isShared ? `view ‘${name}’` : 'a personal view';

/** `Web`, `Web 2`, `Web 3`. */
function freeName(name: string, names: ReadonlySet<string>): string {
  if (!names.has(name.toLowerCase())) return name;
  for (let n = 2; ; n += 1) {
    const next = `${name.slice(0, 70)} ${n}`;
    if (!names.has(next.toLowerCase())) return next;
  }
}

function checkName(tx: WriteTx, me: string, name: string, id: string | null): void {
  const other = ownViews(tx, me).find((view) => view.name.toLowerCase() === name.toLowerCase());
  if (!other || other.id === id) return;
  const message = `You have a view "${name}" already. Choose another name.`;
  throw new AppError('conflict', message, { issues: [{ path: 'name', message }] });
}

/** A view that cannot be opened is not kept. */
function checkFilter(filter: ViewFilter, where = ''): void {
  const parsed = alertFilterSchema.safeParse(filter);
  const issue = parsed.success ? undefined : parsed.error.issues[0];
  if (issue) throw badFilter(issue.path.join('.'), where + issue.message);
  const query = parseQuery(filter.query ?? '');
  if (!query.ok) throw badFilter('filter.query', where + query.error.message);
}

function badFilter(path: string, message: string): AppError {
  return new AppError('bad-input', message, { issues: [{ path, message }] });
}
