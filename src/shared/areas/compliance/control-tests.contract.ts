/** Tests of controls with cadence and runs, and exceptions. A part of the controls' contract. */
import { z } from 'zod';
import { endpoint } from '../../contract/define.ts';
import { idParamSchema } from '../../kernel/ids.ts';
import { pageQuerySchema } from '../../kernel/paging.ts';
import { isoTimeSchema } from '../../kernel/time.ts';
import { CONTROL_STATUSES } from './compliance.rules.ts';

export const TEST_RESULTS = ['PASS', 'FAIL', 'INCONCLUSIVE'] as const;
export type TestResult = (typeof TEST_RESULTS)[number];

export const TEST_LIMITS = { title: 150, steps: 10_000, notes: 4000, cadenceDays: 3660 } as const;

/** A run counts once it is approved. A failed one that counts may propose a status. */
export const testRunSchema = z.object({
  id: z.string(),
  testId: z.string(),
  ranAt: z.string(),
  tester: z.string().nullable(),
  result: z.enum(TEST_RESULTS),
  notes: z.string().nullable(),
  evidenceId: z.string().nullable(),
  evidenceTitle: z.string().nullable(),
  approvedBy: z.string().nullable(),
  approvedAt: z.string().nullable(),
  isSelfApproved: z.boolean(),
  proposedStatus: z.enum(CONTROL_STATUSES).nullable(),
  decision: z.enum(['CONFIRMED', 'DISMISSED']).nullable(),
  decidedBy: z.string().nullable(),
  decidedAt: z.string().nullable(),
  decisionNote: z.string().nullable(),
});
export type TestRun = z.infer<typeof testRunSchema>;

export const controlTestSchema = z.object({
  id: z.string(),
  /** The control's row. */
  controlId: z.string(),
  controlRef: z.string(),
  controlTitle: z.string(),
  title: z.string(),
  steps: z.string(),
  cadenceDays: z.number().int(),
  tester: z.string().nullable(),
  isActive: z.boolean(),
  nextDue: z.string().nullable(),
  isOverdue: z.boolean(),
  /** Newest first, at most 20. */
  runs: z.array(testRunSchema),
});
export type ControlTest = z.infer<typeof controlTestSchema>;

const testFields = {
  title: z
    .string({ error: 'Title is required' })
    .trim()
    .min(1, 'Title is required')
    .max(TEST_LIMITS.title, `Title must be at most ${TEST_LIMITS.title} characters`),
  steps: z
    .string({ error: 'Steps are required' })
    .trim()
    .min(1, 'Steps are required')
    .max(TEST_LIMITS.steps, `Steps must be at most ${TEST_LIMITS.steps} characters`),
  cadenceDays: z
    .number({ error: 'Cadence is required' })
    .int('Cadence is a whole number of days')
    .min(1, 'Cadence is at least one day')
    .max(TEST_LIMITS.cadenceDays, `Cadence is at most ${TEST_LIMITS.cadenceDays} days`),
  tester: z.string().min(1).max(100).nullable(),
  nextDue: isoTimeSchema,
};

/** Without `nextDue` it is first due after one cadence. */
export const newControlTestSchema = z.object({
  ...testFields,
  tester: testFields.tester.default(null),
  nextDue: testFields.nextDue.optional(),
});
export type NewControlTest = z.output<typeof newControlTestSchema>;
export type NewControlTestInput = z.input<typeof newControlTestSchema>;

export const controlTestUpdateSchema = z
  .object({ ...testFields, isActive: z.boolean() })
  .partial()
  .refine(
    (update) => Object.values(update).some((value) => value !== undefined),
    'Nothing to change',
  );
export type ControlTestUpdate = z.infer<typeof controlTestUpdateSchema>;

export const newTestRunSchema = z.object({
  result: z.enum(TEST_RESULTS, { error: 'Result is required' }),
  notes: z
    .string()
    .trim()
    .max(TEST_LIMITS.notes, `Notes must be at most ${TEST_LIMITS.notes} characters`)
    .nullish()
    .transform((text) => (text ? text : null)),
  evidenceId: z
    .string()
    .max(100)
    .nullish()
    .transform((id) => (id ? id : null)),
  /** When it was done; now where absent. */
  ranAt: isoTimeSchema.optional(),
});
export type NewTestRun = z.output<typeof newTestRunSchema>;
export type NewTestRunInput = z.input<typeof newTestRunSchema>;

export const runDecisionSchema = z.object({
  decision: z.enum(['CONFIRMED', 'DISMISSED'], { error: 'Decision is required' }),
  note: z
    .string({ error: 'Reason is required' })
    .trim()
    .min(1, 'Reason is required')
    .max(1000, 'Reason must be at most 1000 characters'),
});
export type RunDecision = z.infer<typeof runDecisionSchema>;

/** `isInForce` until it expires or is ended. */
export const controlExceptionSchema = z.object({
  id: z.string(),
  controlId: z.string(),
  owner: z.string().nullable(),
  reason: z.string(),
  expiresAt: z.string(),
  createdBy: z.string().nullable(),
  createdAt: z.string(),
  endedAt: z.string().nullable(),
  isInForce: z.boolean(),
  /** The rule of suppression that it stands for. */
  rule: z.object({ id: z.string(), name: z.string() }).nullable(),
});
export type ControlException = z.infer<typeof controlExceptionSchema>;

/** The register holds so many at most, those that end first. */
export const EXCEPTIONS_SHOWN = 1000;

/** An exception in force; `control` is null where a rule of suppression names none yet. */
export const registeredExceptionSchema = z.object({
  id: z.string(),
  control: z
    .object({ id: z.string(), ref: z.string(), title: z.string(), framework: z.string() })
    .nullable(),
  owner: z.string().nullable(),
  reason: z.string(),
  expiresAt: z.string(),
  createdAt: z.string(),
  rule: z.object({ id: z.string(), name: z.string() }).nullable(),
});
export type RegisteredException = z.infer<typeof registeredExceptionSchema>;

export const newControlExceptionSchema = z.object({
  owner: z.string({ error: 'Owner is required' }).min(1, 'Owner is required').max(100),
  reason: z
    .string({ error: 'Reason is required' })
    .trim()
    .min(1, 'Reason is required')
    .max(1000, 'Reason must be at most 1000 characters'),
  expiresAt: z.iso.datetime({ error: 'Expiry is required' }),
});
export type NewControlException = z.infer<typeof newControlExceptionSchema>;

const PATHS = {
  tests: '/api/compliance/controls/{id}/tests',
  test: '/api/compliance/control-tests/{id}',
  run: '/api/compliance/control-test-runs/{id}',
  exceptions: '/api/compliance/controls/{id}/exceptions',
} as const;

export const controlTestCalls = {
  tests: endpoint({
    method: 'GET',
    path: PATHS.tests,
    summary: "A control's tests with their last runs",
    permission: 'compliance.read',
    params: idParamSchema,
    response: z.array(controlTestSchema),
  }),
  createTest: endpoint({
    method: 'POST',
    path: PATHS.tests,
    summary: 'Give a control a test: steps, cadence, tester',
    permission: 'compliance.write',
    params: idParamSchema,
    body: newControlTestSchema,
    response: controlTestSchema,
    status: 201,
  }),
  allTests: endpoint({
    method: 'GET',
    path: '/api/compliance/control-tests',
    summary: 'Tests of all controls, the newest first',
    permission: 'compliance.read',
    query: pageQuerySchema.extend({
      due: z.enum(['overdue', 'soon']).optional(),
      approval: z.enum(['waiting']).optional(),
    }),
    response: z.array(controlTestSchema),
    list: true,
  }),
  updateTest: endpoint({
    method: 'PATCH',
    path: PATHS.test,
    summary: 'Change a test, or stop it (isActive)',
    permission: 'compliance.write',
    params: idParamSchema,
    body: controlTestUpdateSchema,
    response: controlTestSchema,
  }),
  removeTest: endpoint({
    method: 'DELETE',
    path: PATHS.test,
    summary: 'Remove a test that has no runs that count',
    permission: 'compliance.write',
    params: idParamSchema,
    response: z.object({ removed: z.literal(true) }),
  }),
  runTest: endpoint({
    method: 'POST',
    path: '/api/compliance/control-tests/{id}/runs',
    summary: 'Record a run of a test; it counts once somebody else approves it',
    permission: 'compliance.write',
    params: idParamSchema,
    body: newTestRunSchema,
    response: controlTestSchema,
    status: 201,
  }),
  approveRun: endpoint({
    method: 'POST',
    path: `${PATHS.run}/approve`,
    summary: 'Approve a run that somebody else did',
    permission: 'compliance.write',
    params: idParamSchema,
    response: controlTestSchema,
  }),
  withdrawRun: endpoint({
    method: 'DELETE',
    path: PATHS.run,
    summary: 'Withdraw a run that is not approved',
    permission: 'compliance.write',
    params: idParamSchema,
    response: controlTestSchema,
  }),
  decideRun: endpoint({
    method: 'POST',
    path: `${PATHS.run}/decide`,
    summary: 'Confirm or dismiss the downgrade that a failed run proposes',
    permission: 'compliance.write',
    params: idParamSchema,
    body: runDecisionSchema,
    response: controlTestSchema,
  }),
  exceptionRegister: endpoint({
    method: 'GET',
    path: '/api/compliance/control-exceptions',
    summary: 'All exceptions in force, also those whose control is not named yet',
    permission: 'compliance.read',
    response: z.array(registeredExceptionSchema),
  }),
  exceptions: endpoint({
    method: 'GET',
    path: PATHS.exceptions,
    summary: "A control's exceptions, newest first",
    permission: 'compliance.read',
    params: idParamSchema,
    response: z.array(controlExceptionSchema),
  }),
  createException: endpoint({
    method: 'POST',
    path: PATHS.exceptions,
    summary: 'Except a control until a day, with owner and reason',
    permission: 'compliance.write',
    params: idParamSchema,
    body: newControlExceptionSchema,
    response: controlExceptionSchema,
    status: 201,
  }),
  endException: endpoint({
    method: 'POST',
    path: '/api/compliance/control-exceptions/{id}/end',
    summary: 'End an exception before it expires',
    permission: 'compliance.write',
    params: idParamSchema,
    response: controlExceptionSchema,
  }),
};
