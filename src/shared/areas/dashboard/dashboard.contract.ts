import { z } from 'zod';
import { endpoint } from '../../contract/define.ts';
import { SEVERITIES } from '../../kernel/severity.ts';

/**
 * Every figure of the dashboard. The first seven are the specification's; the rest are computed
 * the same way. `null` means 'no data' and is shown as a dash, never as a number.
 */
export const dashboardMetricsSchema = z.object({
  activeAlerts: z.number().int(),
  /** All alerts that are stored, whatever their status: without any, there is nothing to count. */
  totalAlerts: z.number().int(),
  complianceScore: z.number().nullable(),
  riskScore: z.string().nullable(),
  autoResolvedPercentage: z.number().nullable(),
  compliancePercentage: z.number().nullable(),
  automatedControls: z.number().int(),
  totalControls: z.number().int(),
  activeAlertsLastHour: z.number().int(),
  complianceScoreChange: z.number().nullable(),
  falsePositiveRate: z.number().nullable(),
  meanResponseSeconds: z.number().nullable(),
  analystTimeSaved: z.number().nullable(),
  investigationsInProgress: z.number().int(),
  totalInvestigations: z.number().int(),
  activeFrameworks: z.number().int(),
  compliantControls: z.number().int(),
  gaps: z.number().int(),
  riskReductionPercentage: z.number().nullable(),
  auditPrepHours: z.number().nullable(),
  manualAuditPrepDays: z.number(),
  unreadNotifications: z.number().int(),
  frameworks: z.array(z.object({ id: z.string(), name: z.string(), score: z.number().nullable() })),
  lastChangedAt: z.string().nullable(),
  /** From when the figures of closings and first actions count. */
  figuresSince: z.string(),
});
export type DashboardMetrics = z.infer<typeof dashboardMetricsSchema>;

const perSeverity = <T extends z.ZodType>(value: T) => z.record(z.enum(SEVERITIES), value);

/**
 * Alerts by the hour in which they happened, `VOLUME_HOURS` of them, the last one running.
 * `counts[severity][i]` is the number of hour `from` + i; an hour is one of UTC's, 3,600 s long,
 * whatever the clocks on the wall do.
 */
export const alertVolumeSchema = z.object({
  from: z.string(),
  counts: perSeverity(z.array(z.number().int())),
});
export type AlertVolume = z.infer<typeof alertVolumeSchema>;

/** Techniques named by alerts since `from` (the beginning of a UTC day), the most frequent first. */
export const techniqueFiguresSchema = z.object({
  from: z.string(),
  /** Tactics of ATT&CK in the order of its matrix. */
  tactics: z.array(z.string()),
  techniques: z.array(
    z.object({
      id: z.string(),
      /** Null where the id is not one of ATT&CK's. */
      name: z.string().nullable(),
      tactics: z.array(z.string()),
      alerts: z.number().int(),
    }),
  ),
});
export type TechniqueFigures = z.infer<typeof techniqueFiguresSchema>;

/**
 * Open alerts that wait for their first action, against the hours that the settings give them.
 * `dueSoonBefore` and `breachedBefore`: those created at or before these times are in the last
 * quarter of their time, or beyond it.
 */
const slaFiguresSchema = z.object({
  hours: z.number(),
  within: z.number().int(),
  dueSoon: z.number().int(),
  breached: z.number().int(),
  dueSoonBefore: z.string(),
  breachedBefore: z.string(),
  oldest: z.object({ id: z.string(), createdAt: z.string() }).nullable(),
});

export const slaBurnSchema = z.object({
  severities: perSeverity(slaFiguresSchema),
  /** Open alerts on which somebody has acted: no longer waiting, but in the list of the open ones. */
  actedOn: z.number().int(),
  /** When the next alert passes a limit though nothing happens; null where none will. */
  nextChangeAt: z.string().nullable(),
});
export type SlaBurn = z.infer<typeof slaBurnSchema>;

export const dashboardContract = {
  metrics: endpoint({
    method: 'GET',
    path: '/api/dashboard/metrics',
    summary: 'The figures of the dashboard, computed from the workspace',
    permission: 'dashboard.read',
    response: dashboardMetricsSchema,
  }),
  volume: endpoint({
    method: 'GET',
    path: '/api/dashboard/volume',
    summary: 'Alerts of the last 7 days by hour and severity',
    permission: 'dashboard.read',
    response: alertVolumeSchema,
  }),
  techniques: endpoint({
    method: 'GET',
    path: '/api/dashboard/techniques',
    summary: 'ATT&CK techniques in the alerts of the last 30 days',
    permission: 'dashboard.read',
    response: techniqueFiguresSchema,
  }),
  sla: endpoint({
    method: 'GET',
    path: '/api/dashboard/sla',
    summary: 'Open alerts against the hours to their first action',
    permission: 'dashboard.read',
    response: slaBurnSchema,
  }),
};
