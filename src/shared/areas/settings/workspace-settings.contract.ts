import { z } from 'zod';
import { endpoint } from '../../contract/define.ts';
import { SEVERITY_LABELS, type Severity } from '../../kernel/severity.ts';
import {
  SUPPRESSION_DEFAULT_DAYS,
  SUPPRESSION_MAX_DAYS,
} from '../suppression/suppression.rules.ts';

const within = (label: string, min: number, max: number) => {
  const message = `${label} must be between ${min} and ${max.toLocaleString('en')}`;
  return z.number({ error: message }).min(min, message).max(max, message);
};

/** Whole days, or null: kept for ever. */
const days = (label: string) => {
  const message = `${label} must be a whole number of days from 1 to 3,650, or nothing`;
  return z.number({ error: message }).int(message).min(1, message).max(3650, message).nullable();
};

export const baselinesSchema = z.object({
  /** What one alert costs an analyst without help. */
  manualMinutesPerAlert: within('Minutes per alert', 0.5, 480),
  /** What preparing an audit takes by hand. */
  manualAuditPrepDays: within('Days per audit', 0.5, 365),
});

const slaHours = (severity: Severity) =>
  within(`Hours for ${SEVERITY_LABELS[severity].toLowerCase()} alerts`, 0.25, 720);

/** Hours from an alert's creation to the first action on it. */
export const slaSchema = z.object({
  CRITICAL: slaHours('CRITICAL'),
  HIGH: slaHours('HIGH'),
  MEDIUM: slaHours('MEDIUM'),
  LOW: slaHours('LOW'),
});
export type Sla = z.infer<typeof slaSchema>;

const closeHours = (severity: Severity) =>
  within(`Hours to close ${SEVERITY_LABELS[severity].toLowerCase()} alerts`, 0.25, 8760);

/** Hours from an alert's creation to its closing. */
export const closeSlaSchema = z.object({
  CRITICAL: closeHours('CRITICAL'),
  HIGH: closeHours('HIGH'),
  MEDIUM: closeHours('MEDIUM'),
  LOW: closeHours('LOW'),
});

const yesOrNo = (label: string) => z.boolean({ error: `${label} must be true or false` });

/** What must be said when an alert is closed. */
const dispositionSettingsSchema = z.object({
  verdict: yesOrNo('Verdict'),
  reasonCode: yesOrNo('Reason code'),
  note: yesOrNo('Note'),
  evidence: yesOrNo('Evidence'),
});

/** After how many days what is over is deleted; null keeps it for ever. */
export const retentionSchema = z.object({
  /** Closed alerts, by the day of their closing. */
  alertsDays: days('Alerts'),
  jobsDays: days('Jobs'),
  notificationsDays: days('Notifications'),
  chatDays: days('Chat messages'),
  /** Of the desk: until then everything can be undone. */
  actionsDays: days('Actions of the desk'),
});
export type Retention = z.infer<typeof retentionSchema>;

const APPROVALS_MESSAGE = 'Approvals must be a whole number from 1 to 10';

export const policySettingsSchema = z.object({
  /** How many people must approve a policy. */
  approvals: z
    .number({ error: APPROVALS_MESSAGE })
    .int(APPROVALS_MESSAGE)
    .min(1, APPROVALS_MESSAGE)
    .max(10, APPROVALS_MESSAGE),
});

const APPETITE_MESSAGE = 'Risk appetite must be a score from 1 to 25, or nothing';

export const riskSettingsSchema = z.object({
  /** The residual score above which a risk is more than the workspace accepts; null: not set. */
  appetite: z
    .number({ error: APPETITE_MESSAGE })
    .min(1, APPETITE_MESSAGE)
    .max(25, APPETITE_MESSAGE)
    .nullable(),
});

export const shiftSettingsSchema = z.object({
  /** How long a shift is: a handover tells of so much unless it is asked for another span. */
  hours: within('Hours per shift', 1, 72),
});

const SUPPRESSION_DAYS_MESSAGE = `Days of a suppression rule must be a whole number from 1 to ${SUPPRESSION_MAX_DAYS}`;

const suppressionSettingsSchema = z.object({
  /** How long a rule lasts at most. */
  maxDays: z
    .number({ error: SUPPRESSION_DAYS_MESSAGE })
    .int(SUPPRESSION_DAYS_MESSAGE)
    .min(1, SUPPRESSION_DAYS_MESSAGE)
    .max(SUPPRESSION_MAX_DAYS, SUPPRESSION_DAYS_MESSAGE),
  /** At a rule's end its open alerts come back to the queue, or only what arrives from then on. */
  reopening: z.enum(['ALERTS', 'NEW'], { error: 'Reopening must be one of ALERTS, NEW' }),
});

/** What of this workspace may go to a model. */
const modelSettingsSchema = z.object({
  /** Nothing leaves this machine, whatever asks; a model may only be called on it. */
  isIsolated: yesOrNo('Isolated'),
  /** A model on this machine may be called while the workspace is isolated. */
  isLocalAllowed: yesOrNo('Model on this machine'),
  /** Addresses and domains of others get pseudonyms, too; else they are kept, as indicators. */
  hidesExternal: yesOrNo('Hide addresses of others'),
});

/** Rules over the logs of investigations. */
const detectionSettingsSchema = z.object({
  /** They run by themselves after a source was read in. */
  runsAfterIntake: yesOrNo('Run rules after reading'),
});

export const workspaceSettingsSchema = z.object({
  baselines: baselinesSchema,
  sla: slaSchema,
  closeSla: closeSlaSchema,
  dispositions: dispositionSettingsSchema,
  retention: retentionSchema,
  policies: policySettingsSchema,
  risk: riskSettingsSchema,
  shift: shiftSettingsSchema,
  suppression: suppressionSettingsSchema,
  models: modelSettingsSchema,
  detection: detectionSettingsSchema,
});
export type WorkspaceSettings = z.infer<typeof workspaceSettingsSchema>;
export const SETTINGS_SECTIONS = [
  'baselines',
  'sla',
  'closeSla',
  'dispositions',
  'retention',
  'policies',
  'risk',
  'shift',
  'suppression',
  'models',
  'detection',
] as const;
export type SettingsSection = (typeof SETTINGS_SECTIONS)[number];

export const CLOSE_BEFORE_ACTION_MESSAGE =
  'An alert cannot be due to be closed before its first action is due';
export const SLA_ORDER_MESSAGE = 'A less severe alert cannot be due earlier than a more severe one';

export const workspaceSettingsPatchSchema = z
  .object({
    baselines: baselinesSchema.partial(),
    sla: slaSchema.partial(),
    closeSla: closeSlaSchema.partial(),
    dispositions: dispositionSettingsSchema.partial(),
    retention: retentionSchema.partial(),
    policies: policySettingsSchema.partial(),
    risk: riskSettingsSchema.partial(),
    shift: shiftSettingsSchema.partial(),
    suppression: suppressionSettingsSchema.partial(),
    models: modelSettingsSchema.partial(),
    detection: detectionSettingsSchema.partial(),
  })
  .partial()
  .refine(
    (patch) => Object.values(patch).some((value) => value !== undefined),
    `Nothing to change: give ${SETTINGS_SECTIONS.join(', ')}`,
  );
export type WorkspaceSettingsPatch = z.infer<typeof workspaceSettingsPatchSchema>;

export const DEFAULT_WORKSPACE_SETTINGS: WorkspaceSettings = {
  baselines: { manualMinutesPerAlert: 10, manualAuditPrepDays: 2.5 },
  sla: { CRITICAL: 1, HIGH: 4, MEDIUM: 24, LOW: 72 },
  closeSla: { CRITICAL: 8, HIGH: 24, MEDIUM: 72, LOW: 168 },
  dispositions: { verdict: false, reasonCode: false, note: false, evidence: false },
  retention: {
    alertsDays: null,
    jobsDays: 90,
    notificationsDays: 90,
    chatDays: null,
    actionsDays: 180,
  },
  policies: { approvals: 1 },
  risk: { appetite: null },
  shift: { hours: 8 },
  suppression: { maxDays: SUPPRESSION_DEFAULT_DAYS, reopening: 'ALERTS' },
  models: { isIsolated: true, isLocalAllowed: true, hidesExternal: false },
  detection: { runsAfterIntake: true },
};

export const workspaceSettingsContract = {
  get: endpoint({
    method: 'GET',
    path: '/api/settings',
    summary: 'Settings of the workspace: baselines, service levels, closings, retention, approvals',
    permission: 'session',
    response: workspaceSettingsSchema,
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/api/settings',
    summary: 'Change some of the settings of the workspace',
    permission: 'workspace.manage',
    body: workspaceSettingsPatchSchema,
    response: workspaceSettingsSchema,
  }),
};
