/** Note templates of closings. What a closing says is part of the alert (alerts.contract.ts). */
import { z } from 'zod';
import { endpoint } from '../../contract/define.ts';
import { idParamSchema } from '../../kernel/ids.ts';
import { ALERT_NOTE_MAX } from './alerts.contract.ts';
import { VERDICTS } from './dispositions.rules.ts';

const NAME_MAX = 100;

/** `{host}` and the like are filled from the alert (note-placeholders.ts). */
export const noteTemplateSchema = z.object({
  id: z.string(),
  name: z.string(),
  text: z.string(),
  verdict: z.enum(VERDICTS).nullable(),
  updatedAt: z.string(),
});
export type NoteTemplate = z.infer<typeof noteTemplateSchema>;

const requiredText = (label: string, max: number) =>
  z
    .string({ error: `${label} is required` })
    .trim()
    .min(1, `${label} is required`)
    .max(max, `${label} must be at most ${max} characters`);

export const newNoteTemplateSchema = z.object({
  name: requiredText('Name', NAME_MAX),
  text: requiredText('Text', ALERT_NOTE_MAX),
  verdict: z
    .enum(VERDICTS, { error: `Verdict must be one of ${VERDICTS.join(', ')}` })
    .nullable()
    .default(null),
});
export type NewNoteTemplate = z.output<typeof newNoteTemplateSchema>;

export const dispositionsContract = {
  noteTemplates: endpoint({
    method: 'GET',
    path: '/api/note-templates',
    summary: 'Templates of closing notes, newest first',
    permission: 'alerts.read',
    response: z.array(noteTemplateSchema),
  }),
  addNoteTemplate: endpoint({
    method: 'POST',
    path: '/api/note-templates',
    summary: 'Add a template of closing notes',
    permission: 'alerts.write',
    body: newNoteTemplateSchema,
    response: noteTemplateSchema,
    status: 201,
  }),
  changeNoteTemplate: endpoint({
    method: 'PUT',
    path: '/api/note-templates/{id}',
    summary: 'Change a template of closing notes',
    permission: 'alerts.write',
    params: idParamSchema,
    body: newNoteTemplateSchema,
    response: noteTemplateSchema,
  }),
  removeNoteTemplate: endpoint({
    method: 'DELETE',
    path: '/api/note-templates/{id}',
    summary: 'Delete a template of closing notes',
    permission: 'alerts.write',
    params: idParamSchema,
    response: z.object({ removed: z.boolean() }),
  }),
};
