import { z } from 'zod';
import { endpoint } from '../../contract/define.ts';
import { SEVERITY_LABELS, type Severity } from '../../kernel/severity.ts';

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

/** After how many days what is over is deleted; null keeps it for ever. */
export const retentionSchema = z.object({
  /** Closed alerts, by the day of their closing. */
  alertsDays: days('Alerts'),
  jobsDays: days('Jobs'),
  notificationsDays: days('Notifications'),
  chatDays: days('Chat messages'),
});
export type Retention = z.infer<typeof retentionSchema>;

export const workspaceSettingsSchema = z.object({
  baselines: baselinesSchema,
  sla: slaSchema,
  retention: retentionSchema,
});
export type WorkspaceSettings = z.infer<typeof workspaceSettingsSchema>;
export const SETTINGS_SECTIONS = ['baselines', 'sla', 'retention'] as const;
export type SettingsSection = (typeof SETTINGS_SECTIONS)[number];

export const SLA_ORDER_MESSAGE = 'A less severe alert cannot be due earlier than a more severe one';

export const workspaceSettingsPatchSchema = z
  .object({
    baselines: baselinesSchema.partial(),
    sla: slaSchema.partial(),
    retention: retentionSchema.partial(),
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
  retention: { alertsDays: null, jobsDays: 90, notificationsDays: 90, chatDays: null },
};

export const workspaceSettingsContract = {
  get: endpoint({
    method: 'GET',
    path: '/api/settings',
    summary: 'Settings of the workspace: baselines, service levels, retention',
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
