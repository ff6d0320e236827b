/** What the local engine says of alerts: its decision with every reason, and the order it gives the queue. */
import { z } from 'zod';
import { endpoint } from '../../contract/define.ts';
import { idParamSchema } from '../../kernel/ids.ts';
import { DECISIONS, explanationSchema } from './explanation.ts';

/** How automation stands for a pattern: nobody has decided anything about one in `SHADOW`. */
export const PATTERN_STATES = ['OFF', 'SHADOW', 'ON', 'TRIPPED'] as const;
export type PatternState = (typeof PATTERN_STATES)[number];

/**
 * The explanation as of now. `shown` is what the queue goes by, which may be older for some seconds;
 * null where the engine has not come to the alert yet.
 */
export const explainedAlertSchema = z.object({
  alertId: z.string(),
  explanation: explanationSchema,
  shown: z
    .object({ suspicion: z.number(), decision: z.enum(DECISIONS), scoredAt: z.string() })
    .nullable(),
  /** The pattern that could close alerts like it, and how automation stands for it. */
  pattern: z
    .object({ id: z.string(), label: z.string(), state: z.enum(PATTERN_STATES) })
    .nullable(),
  /** When Watchfloor closed it by itself, and whether it stayed so. */
  closing: z.object({ at: z.string(), isOverturned: z.boolean() }).nullable(),
});
export type ExplainedAlert = z.infer<typeof explainedAlertSchema>;

export const engineStateSchema = z.object({
  /** Of the engine's rules. */
  version: z.string(),
  /** Of the rules that the decisions in use were made by; null before the first. */
  scoredBy: z.string().nullable(),
  decided: z.number().int(),
  /** Whether alerts wait to be looked at, or looked at again. */
  isBehind: z.boolean(),
});
export type EngineState = z.infer<typeof engineStateSchema>;

export const engineContract = {
  explain: endpoint({
    method: 'GET',
    path: '/api/alerts/{id}/explanation',
    summary: 'What the engine decided about an alert, with every reason and what would change it',
    permission: 'alerts.read',
    params: idParamSchema,
    response: explainedAlertSchema,
  }),
  state: endpoint({
    method: 'GET',
    path: '/api/engine',
    summary: 'Which rules the engine goes by, and whether alerts wait for it',
    permission: 'alerts.read',
    response: engineStateSchema,
  }),
  rescore: endpoint({
    method: 'POST',
    path: '/api/engine/rescore',
    summary: 'Decide about every alert anew, and learn every verdict anew',
    permission: 'workspace.manage',
    response: engineStateSchema,
  }),
};
