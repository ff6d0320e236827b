/** What would leave this machine for a model, shown before it does. */
import { z } from 'zod';
import { endpoint } from '../../contract/define.ts';
import type { Permission } from '../../contract/permissions.ts';
import { MODEL_TASKS, type ModelTask } from './tasks.ts';

export const PREVIEW_RECORDS = ['alert', 'incident', 'control', 'policy', 'risk'] as const;
export type PreviewRecord = (typeof PREVIEW_RECORDS)[number];
export const PREVIEW_PERMISSIONS: Readonly<Record<PreviewRecord, Permission>> = {
  alert: 'alerts.read',
  incident: 'alerts.read',
  control: 'compliance.read',
  policy: 'policies.read',
  risk: 'risk.read',
};

export const previewRequestSchema = z
  .object({
    task: z.enum(MODEL_TASKS, { error: `Task must be one of ${MODEL_TASKS.join(', ')}` }),
    record: z.object({ kind: z.enum(PREVIEW_RECORDS), id: z.string().min(1).max(100) }).optional(),
    text: z.string().max(60_000, 'The text must be at most 60,000 characters').default(''),
  })
  .refine(({ record, text }) => record !== undefined || text.trim() !== '', {
    message: 'Give a record or a text',
    path: ['text'],
  });
export type PreviewRequest = z.output<typeof previewRequestSchema>;
export type PreviewRequestInput = z.input<typeof previewRequestSchema>;

const PREVIEW_ROLES = ['system', 'user', 'assistant', 'tool'] as const;
export type PreviewRole = (typeof PREVIEW_ROLES)[number];

export const previewSchema = z.object({
  messages: z.array(z.object({ role: z.enum(PREVIEW_ROLES), content: z.string() })),
  pseudonyms: z.array(z.object({ name: z.string(), kind: z.string(), value: z.string() })),
  removed: z.array(z.object({ kind: z.string(), count: z.number().int() })),
  /** Of all messages. */
  characters: z.number().int(),
  /** Whether these are the very messages; else instructions of the task, which hold no data, are added. */
  isWhole: z.boolean(),
});
export type Preview = z.infer<typeof previewSchema>;

/** What was to leave in the last run that the asker began, of the first call of it. */
export const lastPreviewSchema = previewSchema.extend({
  task: z.enum(MODEL_TASKS),
  at: z.string(),
  /** Where it went, or would have gone. */
  host: z.string(),
  model: z.string(),
  /** Nothing of it left: it must be looked at first. */
  isHeld: z.boolean(),
  /** The very bytes of the request. */
  body: z.string(),
  /** Shows that it was looked at; null where nothing is to be agreed to. */
  receipt: z.string().nullable(),
});
export type LastPreview = z.infer<typeof lastPreviewSchema>;

const taskParamSchema = z.object({ task: z.enum(MODEL_TASKS) });

const agreeSchema = z.object({
  task: z.enum(MODEL_TASKS),
  receipt: z.string().min(1).max(100),
});

/** Who may say that a kind of use may begin: who works with what comes of it. One of these is enough. */
export const AGREE_PERMISSIONS: Readonly<Record<ModelTask, readonly Permission[]>> = {
  investigation: ['forensics.write'],
  'analyst-query': ['alerts.write'],
  chat: ['alerts.write', 'compliance.write'],
  'gap-analysis': ['compliance.write'],
  'policy-draft': ['policies.write'],
  'risk-description': ['risk.write'],
  handover: ['alerts.write'],
};

export const redactionContract = {
  last: endpoint({
    method: 'GET',
    path: '/api/models/previews/{task}',
    summary: 'What left, or was held back, in the last run of a kind that the asker began',
    permission: 'assistant.ask',
    params: taskParamSchema,
    response: lastPreviewSchema,
  }),
  agree: endpoint({
    method: 'POST',
    path: '/api/models/previews',
    summary: 'Say that what would leave was looked at: the kind of use may begin',
    permission: 'assistant.ask',
    body: agreeSchema,
    response: 'none',
    status: 204,
  }),
  preview: endpoint({
    method: 'POST',
    path: '/api/models/preview',
    summary: 'What would leave for a model: redacted messages, pseudonyms, what is removed',
    permission: 'assistant.ask',
    body: previewRequestSchema,
    response: previewSchema,
  }),
};
