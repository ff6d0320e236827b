/** Automation that is earned: patterns, audits, second looks, trips, the health of it, and the backtest. */
import { z } from 'zod';
import { endpoint } from '../../contract/define.ts';
import { idParamSchema } from '../../kernel/ids.ts';
import { SEVERITIES } from '../../kernel/severity.ts';
import { VERDICTS } from '../alerts/dispositions.rules.ts';
import { CRITICALITIES, ENTITY_KINDS } from '../entities/entities.contract.ts';
import { PATTERN_STATES } from './engine.contract.ts';
import { DECISIONS } from './explanation.ts';

const POLICY_STATES = ['SHADOW', 'ON', 'TRIPPED'] as const;
const POINTS_USES = ['REFITTED', 'HAND'] as const;
export const DAILY_CAP_MAX = 1000;
const REASON_MAX = 1000;

const reasonSchema = z
  .string({ error: 'Reason is required' })
  .trim()
  .min(1, 'Reason is required')
  .max(REASON_MAX, `Reason must be at most ${REASON_MAX.toLocaleString('en')} characters`);
const noteSchema = z
  .string({ error: 'Note must be text' })
  .trim()
  .max(REASON_MAX, `Note must be at most ${REASON_MAX.toLocaleString('en')} characters`)
  .nullish()
  .transform((value) => value || null);

export const policySchema = z.object({
  state: z.enum(POLICY_STATES),
  dailyCap: z.number().int(),
  /** Points of suspicion: by the desk's verdicts, or as they ship. */
  points: z.enum(POINTS_USES),
  reason: z.string().nullable(),
  changedByName: z.string().nullable(),
  changedAt: z.string().nullable(),
});
export type AutomationPolicy = z.infer<typeof policySchema>;

/** A share with the 95 % bound that it is not below (`low`) by Clopper and Pearson; null where n is 0. */
const shareSchema = z.object({
  n: z.number().int(),
  right: z.number().int(),
  share: z.number().nullable(),
  low: z.number().nullable(),
});
export type Share = z.infer<typeof shareSchema>;

/** `coverage`: of the alerts that wait, how many the engine would close or calls likely benign. */
export const healthSchema = z.object({
  version: z.string(),
  isBehind: z.boolean(),
  policy: policySchema,
  decided: z.record(z.enum(DECISIONS), z.number().int()),
  /** Of verdicts given after the engine had spoken: what it would have closed, and what of it was benign. */
  precision: shareSchema,
  /** The same verdicts: what share of all it would have closed. */
  coverage: shareSchema,
  /** What people said when asked: audits of all kinds. */
  audits: shareSchema,
  closed: z.object({ n: z.number().int(), overturned: z.number().int() }),
  /** By tenth of suspicion: how many got a verdict, and how many of these were malicious. */
  calibration: z.array(
    z.object({
      from: z.number(),
      to: z.number(),
      n: z.number().int(),
      malicious: z.number().int(),
      share: z.number().nullable(),
    }),
  ),
  waiting: z.object({ audits: z.number().int(), secondLooks: z.number().int() }),
  /** What the desk's verdicts make of the points of suspicion. */
  points: z.object({
    use: z.enum(POINTS_USES),
    /** Verdicts that count, and how many of each are needed before anything is refitted. */
    verdicts: z.object({ malicious: z.number().int(), benign: z.number().int() }),
    needed: z.object({ malicious: z.number().int(), benign: z.number().int() }),
    /** Null: nothing was refitted yet. */
    refit: z
      .object({
        revision: z.number().int(),
        at: z.string(),
        malicious: z.number().int(),
        benign: z.number().int(),
        changes: z.array(
          z.object({
            code: z.string(),
            reason: z.string(),
            byHand: z.number().int(),
            refitted: z.number().int(),
          }),
        ),
      })
      .nullable(),
  }),
});
export type AutomationHealth = z.infer<typeof healthSchema>;

export const patternSchema = z.object({
  id: z.string(),
  label: z.string(),
  state: z.enum(PATTERN_STATES),
  reason: z.string().nullable(),
  changedByName: z.string().nullable(),
  changedAt: z.string().nullable(),
  /** Verdicts of people in the last 90 days. */
  benign: z.number().int(),
  malicious: z.number().int(),
  days: z.number().int(),
  analysts: z.number().int(),
  lastAt: z.string().nullable(),
  /** Audits that count, errors among them, and how many are needed before it may be switched on. */
  audits: z.object({
    agreed: z.number().int(),
    errors: z.number().int(),
    needed: z.number().int(),
  }),
  /** Open alerts that it would close now. */
  wouldClose: z.number().int(),
  closed: z.number().int(),
  closedToday: z.number().int(),
  /** Why it may not be switched on; null where it may. */
  blockedBy: z.string().nullable(),
});
export type AutomationPattern = z.infer<typeof patternSchema>;

const auditAlertSchema = z.object({
  id: z.string(),
  title: z.string(),
  severity: z.enum(SEVERITIES),
  source: z.string(),
  createdAt: z.string(),
});

export const auditSchema = z.object({
  alert: auditAlertSchema,
  kind: z.enum(['SHADOW', 'RANDOM']),
  patternId: z.string(),
  patternLabel: z.string(),
  suspicion: z.number().nullable(),
  decidedAt: z.string(),
});
export type Audit = z.infer<typeof auditSchema>;

export const secondLookSchema = z.object({
  id: z.string(),
  alert: auditAlertSchema.nullable(),
  patternId: z.string(),
  patternLabel: z.string(),
  reason: z.string(),
  firstVerdict: z.enum(VERDICTS).nullable(),
  firstByName: z.string().nullable(),
  /** Confirmed once, where two must agree: another person is still to look. */
  confirmedByName: z.string().nullable(),
  openedAt: z.string(),
});
export type SecondLook = z.infer<typeof secondLookSchema>;

export const tripSchema = z.object({
  id: z.string(),
  /** Null: everything was switched off. */
  patternLabel: z.string().nullable(),
  alertId: z.string(),
  alertTitle: z.string().nullable(),
  reason: z.string(),
  confirmedByName: z.string().nullable(),
  at: z.string(),
});
export type Trip = z.infer<typeof tripSchema>;

export const assetSchema = z.object({
  id: z.string(),
  kind: z.enum(ENTITY_KINDS),
  value: z.string(),
  criticality: z.enum(CRITICALITIES),
  role: z.string().nullable(),
  owner: z.string().nullable(),
  note: z.string().nullable(),
  updatedAt: z.string(),
});
export type Asset = z.infer<typeof assetSchema>;

const assetText = (label: string, max: number) =>
  z
    .string({ error: `${label} must be text` })
    .trim()
    .max(max, `${label} must be at most ${max.toLocaleString('en')} characters`)
    .nullish()
    .transform((value) => value || null);
export const assetInputSchema = z.object({
  kind: z.enum(ENTITY_KINDS, { error: `Kind must be one of ${ENTITY_KINDS.join(', ')}` }),
  value: z
    .string({ error: 'Value is required' })
    .trim()
    .min(1, 'Value is required')
    .max(1000, 'Value must be at most 1,000 characters'),
  criticality: z.enum(CRITICALITIES, {
    error: `Criticality must be one of ${CRITICALITIES.join(', ')}`,
  }),
  role: assetText('Role', 100),
  owner: assetText('Owner', 200),
  note: assetText('Note', REASON_MAX),
});
export type AssetInput = z.output<typeof assetInputSchema>;

/** One pattern of a backtest: what the engine would have closed of it, and what was right. */
const backtestPatternSchema = z.object({
  key: z.string(),
  label: z.string(),
  alerts: z.number().int(),
  closed: z.number().int(),
  right: z.number().int(),
});
export const backtestSchema = z.object({
  id: z.string(),
  at: z.string(),
  version: z.string(),
  /** Closed alerts with a person's verdict, in the order of their closing. */
  alerts: z.number().int(),
  decided: z.record(z.enum(DECISIONS), z.number().int()),
  precision: shareSchema,
  coverage: shareSchema,
  abstained: z.number().int(),
  malicious: z.number().int(),
  /** Malicious ones that it would have closed. */
  missed: z.number().int(),
  minutesPerAlert: z.number(),
  minutesSaved: z.number(),
  calibration: healthSchema.shape.calibration,
  /** Beside it: closing everything, which closes every malicious alert, too. */
  closeEverything: shareSchema,
  patterns: z.array(backtestPatternSchema),
});
export type Backtest = z.infer<typeof backtestSchema>;

export const automationContract = {
  health: endpoint({
    method: 'GET',
    path: '/api/automation/health',
    summary: 'How well the engine does on this desk: coverage, precision, calibration, what waits',
    permission: 'alerts.read',
    response: healthSchema,
  }),
  setPolicy: endpoint({
    method: 'PUT',
    path: '/api/automation/policy',
    summary: 'Let the engine close alerts of patterns that earned it, or only in shadow',
    permission: 'workspace.manage',
    body: z.object({
      state: z.enum(['SHADOW', 'ON'], { error: 'State must be one of SHADOW, ON' }),
      dailyCap: z
        .number({ error: 'Daily cap must be a number' })
        .int('Daily cap must be a whole number')
        .min(1, `Daily cap must be between 1 and ${DAILY_CAP_MAX.toLocaleString('en')}`)
        .max(DAILY_CAP_MAX, `Daily cap must be between 1 and ${DAILY_CAP_MAX.toLocaleString('en')}`)
        .optional(),
      reason: reasonSchema,
    }),
    response: policySchema,
  }),
  setPoints: endpoint({
    method: 'PUT',
    path: '/api/automation/points',
    summary: 'Count suspicion by the points that the desk refitted, or by the hand-set ones',
    permission: 'workspace.manage',
    body: z.object({
      use: z.enum(POINTS_USES, { error: 'Points must be one of REFITTED, HAND' }),
      reason: reasonSchema,
    }),
    response: policySchema,
  }),
  patterns: endpoint({
    method: 'GET',
    path: '/api/automation/patterns',
    summary: 'Patterns that the engine would close alerts of, or that people decided about',
    permission: 'alerts.read',
    response: z.array(patternSchema),
    list: true,
  }),
  switchPattern: endpoint({
    method: 'POST',
    path: '/api/automation/patterns/{id}/switch',
    summary: 'Switch a pattern on, which it must have earned, back to shadow, or off',
    permission: 'workspace.manage',
    params: idParamSchema,
    body: z.object({
      to: z.enum(['ON', 'SHADOW', 'OFF'], { error: 'State must be one of ON, SHADOW, OFF' }),
      reason: reasonSchema,
    }),
    response: patternSchema,
  }),
  audits: endpoint({
    method: 'GET',
    path: '/api/automation/audits',
    summary: 'Decisions that wait for a person to agree or disagree',
    permission: 'alerts.read',
    query: z.object({ limit: z.coerce.number().int().min(1).max(200).default(50) }),
    response: z.array(auditSchema),
    list: true,
  }),
  audit: endpoint({
    method: 'POST',
    path: '/api/automation/audits',
    summary: 'Agree or disagree with a decision to close an alert',
    permission: 'alerts.write',
    body: z.object({
      alertId: z.string().min(1).max(100),
      verdict: z.enum(['AGREE', 'DISAGREE'], { error: 'Verdict must be one of AGREE, DISAGREE' }),
      note: noteSchema,
    }),
    response: z.object({ tripped: z.enum(['NOTHING', 'PATTERN', 'POLICY']) }),
  }),
  secondLooks: endpoint({
    method: 'GET',
    path: '/api/automation/second-looks',
    summary: 'Verdicts that contradict their pattern and wait for another person',
    permission: 'alerts.read',
    response: z.array(secondLookSchema),
    list: true,
  }),
  decideSecondLook: endpoint({
    method: 'POST',
    path: '/api/automation/second-looks/{id}',
    summary: 'Say whether the verdict stands or was given by mistake',
    permission: 'alerts.write',
    params: idParamSchema,
    body: z.object({
      outcome: z.enum(['CONFIRMED', 'MISLABELLED'], {
        error: 'Outcome must be one of CONFIRMED, MISLABELLED',
      }),
      note: noteSchema,
    }),
    /** `waits`: one more person must agree. */
    response: z.object({
      tripped: z.enum(['NOTHING', 'PATTERN', 'POLICY']),
      waits: z.boolean(),
    }),
  }),
  trips: endpoint({
    method: 'GET',
    path: '/api/automation/trips',
    summary: 'Confirmed errors and what they switched off, newest first',
    permission: 'alerts.read',
    response: z.array(tripSchema),
    list: true,
  }),
  assets: endpoint({
    method: 'GET',
    path: '/api/automation/assets',
    summary: 'Assets that matter, and entities that are known to be benign',
    permission: 'alerts.read',
    response: z.array(assetSchema),
    list: true,
  }),
  saveAsset: endpoint({
    method: 'PUT',
    path: '/api/automation/assets',
    summary: 'Say how critical an entity is, its role and its owner',
    permission: 'alerts.write',
    body: assetInputSchema,
    response: assetSchema,
  }),
  removeAsset: endpoint({
    method: 'DELETE',
    path: '/api/automation/assets/{id}',
    summary: 'Take an entity off the list: it is normal again',
    permission: 'alerts.write',
    params: idParamSchema,
    response: 'none',
    status: 204,
  }),
  backtest: endpoint({
    method: 'GET',
    path: '/api/automation/backtest',
    summary: 'The last backtest on this desk; null where there is none',
    permission: 'alerts.read',
    response: backtestSchema.nullable(),
  }),
  startBacktest: endpoint({
    method: 'POST',
    path: '/api/automation/backtest',
    summary: 'Replay the closed alerts of this desk in time order',
    permission: 'alerts.write',
    response: z.object({ jobId: z.string() }),
    status: 202,
  }),
};
