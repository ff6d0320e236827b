import { z } from 'zod';
import { endpoint } from '../../contract/define.ts';
import { idParamSchema } from '../../kernel/ids.ts';

export const VIEW_NAME_LENGTH = 80;
/** Of one account. */
export const VIEWS_MAX = 200;

const text = (length: number) => z.string().max(length).optional();

/**
 * The filter as the desk's address holds it, with which list is shown (`show`, and its own filters), in which
 * order, and with which columns (`columns`, comma-separated). Days and `me` in it mean those of whoever opens the view.
 */
export const viewFilterSchema = z.strictObject({
  q: text(500),
  query: text(2000),
  severity: text(100),
  status: text(100),
  source: text(1000),
  from: text(40),
  to: text(40),
  handling: text(40),
  since: text(40),
  suppressed: text(10),
  suppressedBy: text(100),
  show: z.enum(['groups', 'incidents'], 'show must be groups or incidents').optional(),
  active: text(10),
  entity: text(300),
  state: text(10),
  linked: text(10),
  order: text(20),
  columns: text(300),
  sort: text(20),
});

/** What a view keeps that is no filter of alerts. */
export const VIEW_LAYOUT = [
  'show',
  'active',
  'entity',
  'state',
  'linked',
  'order',
  'columns',
] as const;
export type ViewFilter = z.infer<typeof viewFilterSchema>;

const nameSchema = z
  .string({ error: 'Name is required' })
  .trim()
  .min(1, 'Name is required')
  .max(VIEW_NAME_LENGTH, `Name must be at most ${VIEW_NAME_LENGTH} characters`);

export const savedViewSchema = z.object({
  id: z.string(),
  name: z.string(),
  filter: viewFilterSchema,
  isShared: z.boolean(),
  isMine: z.boolean(),
  /** The desk of whoever asks opens with it. */
  isDefault: z.boolean(),
  ownerName: z.string().nullable(),
  updatedAt: z.string(),
});
export type SavedView = z.infer<typeof savedViewSchema>;

export const newViewSchema = z.object({
  name: nameSchema,
  filter: viewFilterSchema,
  isShared: z.boolean().default(false),
});
export type NewView = z.infer<typeof newViewSchema>;

const viewChangeSchema = z
  .object({ name: nameSchema, filter: viewFilterSchema, isShared: z.boolean() })
  .partial()
  .refine(
    (change) => Object.keys(change).length > 0,
    'Nothing to change: give name, filter or isShared',
  );

/** A file of views. What it holds is read as new views of whoever imports it. */
export const viewsFileSchema = z.object({
  watchfloorViews: z.literal(1, {
    error: 'This is no file of views of this version of Watchfloor',
  }),
  views: z
    .array(z.object({ name: nameSchema, filter: viewFilterSchema }), {
      error: 'The file holds no list of views',
    })
    .max(VIEWS_MAX, `A file holds at most ${VIEWS_MAX} views`),
});
export type ViewsFile = z.infer<typeof viewsFileSchema>;

export const viewsContract = {
  list: endpoint({
    method: 'GET',
    path: '/api/views',
    summary: 'Own and shared views of the queue, by name',
    permission: 'alerts.read',
    response: z.array(savedViewSchema),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/views',
    summary: 'Save a filter under a name',
    permission: 'alerts.write',
    body: newViewSchema,
    response: savedViewSchema,
    status: 201,
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/api/views/{id}',
    summary: 'Rename an own view, change its filter, share it or keep it to oneself',
    permission: 'alerts.write',
    params: idParamSchema,
    body: viewChangeSchema,
    response: savedViewSchema,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/views/{id}',
    summary: 'Delete an own view',
    permission: 'alerts.write',
    params: idParamSchema,
    response: 'none',
    status: 204,
  }),
  setDefault: endpoint({
    method: 'PUT',
    path: '/api/views/default',
    summary: 'The view that the desk of this account opens with; null for all alerts',
    permission: 'alerts.write',
    body: z.object({ id: z.string().max(100).nullable() }),
    response: 'none',
    status: 204,
  }),
  exportAll: endpoint({
    method: 'GET',
    path: '/api/views/export',
    summary: 'Own and shared views as a file',
    permission: 'alerts.read',
    response: 'bytes',
  }),
  importAll: endpoint({
    method: 'POST',
    path: '/api/views/import',
    summary: 'Add the views of a file as own ones; those that are here already are passed over',
    permission: 'alerts.write',
    body: viewsFileSchema,
    response: z.object({ added: z.number().int(), passedOver: z.number().int() }),
  }),
};
