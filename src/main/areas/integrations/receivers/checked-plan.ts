import type { ReceiverPlan, ReceiverSetup, ReceiverState } from './receiver.types.ts';
import {
  folderSettingsSchema,
  httpSettingsSchema,
  syslogSettingsSchema,
} from './receiver-settings.ts';

/** Settings that are read anew each time: an older version may have written them. */
export function checkedPlan(
  setup: ReceiverSetup,
): { readonly plan: ReceiverPlan } | { readonly state: ReceiverState } {
  const { id, name, secrets } = setup;
  const common = { id, name, secrets };
  switch (setup.receiver) {
    case 'syslog': {
      const read = syslogSettingsSchema.safeParse(setup.settings);
      if (read.success) return { plan: { ...common, kind: 'syslog', settings: read.data } };
      return { state: brokenState(id, read.error.issues[0]?.message) };
    }
    case 'http-receiver': {
      const read = httpSettingsSchema.safeParse(setup.settings);
      if (read.success) return { plan: { ...common, kind: 'http-receiver', settings: read.data } };
      return { state: brokenState(id, read.error.issues[0]?.message) };
    }
    case 'watched-folder': {
      const read = folderSettingsSchema.safeParse(setup.settings);
      if (read.success) return { plan: { ...common, kind: 'watched-folder', settings: read.data } };
      return { state: brokenState(id, read.error.issues[0]?.message) };
    }
    default:
      return { state: brokenState(id, 'This kind of receiver is not known here') };
  }
}

function brokenState(id: string, message: string | undefined): ReceiverState {
  return {
    ...{ id, state: 'ERROR', error: message ?? 'The settings are not valid' },
    ...{ bound: [], received: 0, kept: 0, merged: 0, skipped: 0, rejected: 0, lost: 0, waiting: 0 },
    ...{ reasons: [], lastAt: null, lastLine: null, certificate: null },
  };
}
