/** Drafts that a model writes and a person accepts or drops; nothing of them is saved here. */
import { z } from 'zod';
import { endpoint } from '../../contract/define.ts';
import type { Permission } from '../../contract/permissions.ts';
import type { ModelTask } from './tasks.ts';

export const DRAFT_KINDS = ['gap', 'policy', 'risk'] as const;
export type DraftKind = (typeof DRAFT_KINDS)[number];

export const DRAFT_TASKS: Readonly<Record<DraftKind, ModelTask>> = {
  gap: 'gap-analysis',
  policy: 'policy-draft',
  risk: 'risk-description',
};
/** Who may save such a text may have one drafted. */
export const DRAFT_PERMISSIONS: Readonly<Record<DraftKind, Permission>> = {
  gap: 'compliance.write',
  policy: 'policies.write',
  risk: 'risk.write',
};

const DRAFT_LIMITS = { current: 60_000, title: 500, instruction: 1000 } as const;

export const draftRequestSchema = z.object({
  kind: z.enum(DRAFT_KINDS, { error: `Kind must be one of ${DRAFT_KINDS.join(', ')}` }),
  /** The control of a gap, a policy, a risk; null for one that is not saved yet. */
  recordId: z.string().min(1).max(100).nullable(),
  /** The text as it stands in the form: it counts as a fact. */
  current: z
    .string()
    .max(DRAFT_LIMITS.current, 'The text is too long to be sent to a model')
    .default(''),
  /** What the form calls a record that is not saved yet: it counts as a fact. */
  title: z.string().trim().max(DRAFT_LIMITS.title).default(''),
  instruction: z
    .string()
    .trim()
    .max(DRAFT_LIMITS.instruction, 'The instruction must be at most 1,000 characters')
    .default(''),
});
export type DraftRequest = z.output<typeof draftRequestSchema>;
export type DraftRequestInput = z.input<typeof draftRequestSchema>;

export const draftSchema = z.object({
  kind: z.enum(DRAFT_KINDS),
  /** Markdown without links, images and HTML; what was not borne out by facts is left out. */
  text: z.string(),
  /** Sentences that were left out, and why. */
  dropped: z.array(z.object({ text: z.string(), why: z.string() })),
  /** Sentences looked at. */
  claims: z.number().int(),
  /** Of the log of calls. */
  callId: z.string(),
});
export type Draft = z.infer<typeof draftSchema>;

export const draftsContract = {
  create: endpoint({
    method: 'POST',
    path: '/api/models/drafts',
    summary: 'Have a text drafted by the model; it is checked, and saved by nobody',
    permission: 'assistant.ask',
    body: draftRequestSchema,
    response: draftSchema,
  }),
};
