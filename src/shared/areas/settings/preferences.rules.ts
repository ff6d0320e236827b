import type { Preferences, PreferencesPatch } from './preferences.contract.ts';

/** The preferences after a change; what the patch leaves out stays. */
export function changedPreferences(before: Preferences, patch: PreferencesPatch): Preferences {
  return {
    theme: patch.theme ?? before.theme,
    density: patch.density ?? before.density,
    timeZone: patch.timeZone ?? before.timeZone,
    notify: {
      criticalAlert: patch.notify?.criticalAlert ?? before.notify.criticalAlert,
      jobDone: patch.notify?.jobDone ?? before.notify.jobDone,
      evidenceExpiring: patch.notify?.evidenceExpiring ?? before.notify.evidenceExpiring,
      reviewDue: patch.notify?.reviewDue ?? before.notify.reviewDue,
      mention: patch.notify?.mention ?? before.notify.mention,
      watchedAlert: patch.notify?.watchedAlert ?? before.notify.watchedAlert,
      syncConflict: patch.notify?.syncConflict ?? before.notify.syncConflict,
      desktop: patch.notify?.desktop ?? before.notify.desktop,
    },
  };
}
