/** Who may see an investigation of few: read, changed, and what an administrator is told of it. */
import { z } from 'zod';
import { endpoint } from '../../contract/define.ts';
import { idParamSchema } from '../../kernel/ids.ts';
import { isoTimeSchema } from '../../kernel/time.ts';
import { NAMED_MAX } from './restriction.rules.ts';

const reasonSchema = z
  .string({ error: 'Reason is required' })
  .trim()
  .min(1, 'Reason is required')
  .max(500, 'Reason must be at most 500 characters');
const accountSchema = z.string().min(1).max(100);
const personSchema = z.object({ id: z.string(), name: z.string() });

const changeSchema = z.object({
  at: isoTimeSchema,
  /** Null: Watchfloor, or a workstation that did not say. */
  by: personSchema.nullable(),
  reason: z.string().nullable(),
  /** Null: everybody whose role may. */
  before: z.array(personSchema).nullable(),
  after: z.array(personSchema).nullable(),
});

export const restrictionSchema = z.object({
  /** Null: everybody whose role may see investigations. */
  people: z.array(personSchema).nullable(),
  /** Newest first. */
  history: z.array(changeSchema),
});
export type Restriction = z.infer<typeof restrictionSchema>;

/** What somebody who may not see it is told: no title, no word of it. */
export const closedCaseSchema = z.object({
  id: z.string(),
  openedAt: isoTimeSchema,
  people: z.array(personSchema.extend({ isActive: z.boolean() })),
});
export type ClosedCase = z.infer<typeof closedCaseSchema>;

export const restrictionContract = {
  get: endpoint({
    method: 'GET',
    path: '/api/forensics/investigations/{id}/restriction',
    summary: 'Who may see an investigation, and who decided so',
    permission: 'forensics.read',
    params: idParamSchema,
    response: restrictionSchema,
  }),
  set: endpoint({
    method: 'PUT',
    path: '/api/forensics/investigations/{id}/restriction',
    summary: 'Restrict an investigation to named people, or open it to everybody again',
    permission: 'forensics.write',
    params: idParamSchema,
    body: z.object({
      people: z
        .array(accountSchema)
        .min(1, 'Name at least yourself')
        .max(NAMED_MAX, `At most ${NAMED_MAX} people can be named`)
        .nullable(),
      reason: reasonSchema,
    }),
    response: restrictionSchema,
  }),
  closed: endpoint({
    method: 'GET',
    path: '/api/forensics/restricted',
    summary: 'Restricted investigations that the caller is not named in: how many, and who is',
    permission: 'accounts.manage',
    response: z.array(closedCaseSchema),
    list: true,
  }),
  nameFurther: endpoint({
    method: 'POST',
    path: '/api/forensics/restricted/{id}/people',
    summary: 'Name a further person in a restricted investigation; everybody named is told',
    permission: 'accounts.manage',
    params: idParamSchema,
    body: z.object({ person: accountSchema, reason: reasonSchema }),
    response: z.array(closedCaseSchema),
    list: true,
  }),
};
