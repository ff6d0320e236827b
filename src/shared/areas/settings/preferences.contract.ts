import { z } from 'zod';
import { endpoint } from '../../contract/define.ts';

export const THEMES = ['dark', 'light', 'system'] as const;
export type Theme = (typeof THEMES)[number];
const DENSITIES = ['compact', 'comfortable'] as const;
const TIME_ZONES = ['local', 'utc'] as const;

/** What an account is told about. `desktop`: also by the operating system, where there is a window. */
export const NOTIFY_KINDS = [
  'criticalAlert',
  'jobDone',
  'evidenceExpiring',
  'reviewDue',
  'mention',
  'watchedAlert',
  'syncConflict',
] as const;
export type NotifyKind = (typeof NOTIFY_KINDS)[number];

const notifySchema = z.object({
  criticalAlert: z.boolean({ error: 'criticalAlert must be true or false' }),
  jobDone: z.boolean({ error: 'jobDone must be true or false' }),
  evidenceExpiring: z.boolean({ error: 'evidenceExpiring must be true or false' }),
  reviewDue: z.boolean({ error: 'reviewDue must be true or false' }),
  mention: z.boolean({ error: 'mention must be true or false' }),
  watchedAlert: z.boolean({ error: 'watchedAlert must be true or false' }),
  syncConflict: z.boolean({ error: 'syncConflict must be true or false' }),
  desktop: z.boolean({ error: 'desktop must be true or false' }),
});

export const preferencesSchema = z.object({
  theme: z.enum(THEMES, { error: `Theme must be one of ${THEMES.join(', ')}` }),
  density: z.enum(DENSITIES, { error: `Density must be one of ${DENSITIES.join(', ')}` }),
  timeZone: z.enum(TIME_ZONES, { error: `Time zone must be one of ${TIME_ZONES.join(', ')}` }),
  notify: notifySchema,
});
export type Preferences = z.infer<typeof preferencesSchema>;

export const preferencesPatchSchema = preferencesSchema
  .extend({ notify: notifySchema.partial() })
  .partial()
  .refine(
    (patch) => Object.values(patch).some((value) => value !== undefined),
    'Nothing to change: give theme, density, timeZone or notify',
  );
export type PreferencesPatch = z.infer<typeof preferencesPatchSchema>;

/** What an account has that never chose. */
export const DEFAULT_PREFERENCES: Preferences = {
  theme: 'dark',
  density: 'compact',
  timeZone: 'local',
  notify: {
    criticalAlert: true,
    jobDone: true,
    evidenceExpiring: true,
    reviewDue: true,
    mention: true,
    watchedAlert: true,
    syncConflict: true,
    desktop: true,
  },
};

export const preferencesContract = {
  get: endpoint({
    method: 'GET',
    path: '/api/preferences',
    summary: 'How the signed-in account wants its page',
    permission: 'session',
    response: preferencesSchema,
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/api/preferences',
    summary: 'Change some of the preferences of the signed-in account',
    permission: 'session',
    body: preferencesPatchSchema,
    response: preferencesSchema,
  }),
};
