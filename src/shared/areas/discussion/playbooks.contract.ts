import { z } from 'zod';
import { endpoint } from '../../contract/define.ts';
import { idParamSchema } from '../../kernel/ids.ts';

const PLAYBOOK_STEPS_MAX = 40;
const PLAYBOOK_STEP_MAX = 300;
const NAME_MAX = 100;
const SUMMARY_MAX = 300;

export const playbookStepSchema = z.object({ id: z.string(), text: z.string() });
export type PlaybookStep = z.infer<typeof playbookStepSchema>;

/** What alerts a checklist belongs to: ATT&CK techniques, or words of detector, category or title. */
export const playbookMatchesSchema = z.object({
  techniques: z.array(z.string()),
  words: z.array(z.string()),
});
export type PlaybookMatches = z.infer<typeof playbookMatchesSchema>;

/** A checklist. Those of the product cannot be changed; a copy can. */
export const playbookSchema = z.object({
  id: z.string(),
  name: z.string(),
  summary: z.string(),
  isBuiltIn: z.boolean(),
  matches: playbookMatchesSchema,
  steps: z.array(playbookStepSchema),
  updatedAt: z.string().nullable(),
});
export type Playbook = z.infer<typeof playbookSchema>;

const NAME_REQUIRED = 'Name is required';
const STEPS_REQUIRED = 'A checklist needs a step';
const TECHNIQUE_MESSAGE = 'Techniques are written as T1110 or T1110.003';

const texts = (label: string, max: number, count: number) =>
  z
    .array(
      z
        .string()
        .trim()
        .min(1, `${label} must not be empty`)
        .max(max, `${label} must be at most ${max} characters`),
    )
    .max(count, `At most ${count} of ${label.toLowerCase()}`);

/** A step keeps its `id` over edits, and with it what was ticked; a new one has none. */
const stepInputSchema = z.object({
  id: z.string().min(1).max(100).optional(),
  text: z
    .string({ error: 'A step needs text' })
    .trim()
    .min(1, 'A step needs text')
    .max(PLAYBOOK_STEP_MAX, `A step has at most ${PLAYBOOK_STEP_MAX} characters`),
});

export const newPlaybookSchema = z.object({
  name: z
    .string({ error: NAME_REQUIRED })
    .trim()
    .min(1, NAME_REQUIRED)
    .max(NAME_MAX, `Name must be at most ${NAME_MAX} characters`),
  summary: z
    .string()
    .trim()
    .max(SUMMARY_MAX, `Summary must be at most ${SUMMARY_MAX} characters`)
    .default(''),
  matches: z
    .object({
      techniques: z
        .array(
          z
            .string()
            .trim()
            .toUpperCase()
            .regex(/^T\d{4}(\.\d{3})?$/, TECHNIQUE_MESSAGE),
        )
        .max(50, 'At most 50 techniques')
        .default([]),
      words: texts('Words', 60, 50).default([]),
    })
    .default({ techniques: [], words: [] }),
  steps: z
    .array(stepInputSchema, { error: STEPS_REQUIRED })
    .min(1, STEPS_REQUIRED)
    .max(PLAYBOOK_STEPS_MAX, `At most ${PLAYBOOK_STEPS_MAX} steps`),
});
export type NewPlaybook = z.output<typeof newPlaybookSchema>;
export type NewPlaybookInput = z.input<typeof newPlaybookSchema>;

/** A step on one alert; `by` and `at` where it is ticked, `isGone` where the checklist lost it since. */
const checkSchema = z.object({
  stepId: z.string(),
  text: z.string(),
  by: z.string().nullable(),
  at: z.string().nullable(),
  isGone: z.boolean(),
});

export const checklistSchema = z.object({
  playbook: z.object({
    id: z.string(),
    name: z.string(),
    summary: z.string(),
    isBuiltIn: z.boolean(),
  }),
  /** Why it is here: the technique or the word that matched; null where somebody chose it. */
  why: z.string().nullable(),
  steps: z.array(checkSchema),
  done: z.number().int(),
  total: z.number().int(),
});
export type Checklist = z.infer<typeof checklistSchema>;

const checkInputSchema = z.object({
  playbookId: z.string().min(1).max(100),
  stepId: z.string().min(1).max(100),
  checked: z.boolean({ error: 'checked must be true or false' }),
});
export type CheckInput = z.infer<typeof checkInputSchema>;

export const playbooksContract = {
  list: endpoint({
    method: 'GET',
    path: '/api/playbooks',
    summary: 'Checklists: those of the workspace, then those of the product',
    permission: 'alerts.read',
    response: z.array(playbookSchema),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/playbooks',
    summary: 'Add a checklist',
    permission: 'alerts.write',
    body: newPlaybookSchema,
    response: playbookSchema,
    status: 201,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/playbooks/{id}',
    summary: 'Change a checklist of the workspace',
    permission: 'alerts.write',
    params: idParamSchema,
    body: newPlaybookSchema,
    response: playbookSchema,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/playbooks/{id}',
    summary: 'Delete a checklist of the workspace; what was ticked stays in the history',
    permission: 'alerts.write',
    params: idParamSchema,
    response: z.object({ removed: z.boolean() }),
  }),
  ofAlert: endpoint({
    method: 'GET',
    path: '/api/alerts/{id}/checklists',
    summary: 'Checklists that fit an alert or were begun on it, with what is ticked',
    permission: 'alerts.read',
    params: idParamSchema,
    response: z.array(checklistSchema),
  }),
  check: endpoint({
    method: 'PUT',
    path: '/api/alerts/{id}/checks',
    summary: 'Tick a step of a checklist on an alert, or untick it',
    permission: 'alerts.write',
    params: idParamSchema,
    body: checkInputSchema,
    response: z.array(checklistSchema),
  }),
};
