import { z } from 'zod';
import { endpoint } from '../../contract/define.ts';

/**
 * Every figure of the dashboard. The first seven are the specification's; the rest are computed
 * the same way. `null` means 'no data' and is shown as a dash, never as a number.
 */
export const dashboardMetricsSchema = z.object({
  activeAlerts: z.number().int(),
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
  activeFrameworks: z.number().int(),
  compliantControls: z.number().int(),
  gaps: z.number().int(),
  riskReductionPercentage: z.number().nullable(),
  auditPrepHours: z.number().nullable(),
  manualAuditPrepDays: z.number(),
  unreadNotifications: z.number().int(),
  frameworks: z.array(z.object({ id: z.string(), name: z.string(), score: z.number().nullable() })),
  lastChangedAt: z.string().nullable(),
});
export type DashboardMetrics = z.infer<typeof dashboardMetricsSchema>;

export const dashboardContract = {
  metrics: endpoint({
    method: 'GET',
    path: '/api/dashboard/metrics',
    summary: 'The figures of the dashboard, computed from the workspace',
    permission: 'dashboard.read',
    response: dashboardMetricsSchema,
  }),
};
