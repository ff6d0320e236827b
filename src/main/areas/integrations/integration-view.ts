import type {
  Integration,
  ShownReceiver,
} from '../../../shared/areas/integrations/integrations.contract.ts';
import { toIso } from '../../../shared/kernel/time.ts';
import { readConfiguration } from './configuration.ts';
import type { IntegrationRow, IntegrationState } from './integrations.store.ts';

export interface ViewParts {
  readonly state: IntegrationState | undefined;
  readonly kind: Integration['kind'];
  readonly secrets: readonly string[];
  readonly isRunning: boolean;
  readonly canPush: boolean;
  readonly receiver: ShownReceiver | null;
}

const isoOrNull = (at: number | null | undefined): string | null =>
  at === null || at === undefined ? null : toIso(at);

/** This workstation knows it to the minute; the synced row to the day. */
function lastSyncOf(row: IntegrationRow, state: IntegrationState | undefined): number | null {
  if (row.status === 'DISCONNECTED' || row.lastSync === null) return null;
  return Math.max(row.lastSync, state?.synced_at ?? 0);
}

export function viewIntegration(row: IntegrationRow, parts: ViewParts): Integration {
  const { state, kind, receiver } = parts;
  const configuration = readConfiguration(row.configuration);
  const isScheduled =
    kind === 'connector' && row.status !== 'DISCONNECTED' && state?.is_paused === 0;
  return {
    id: row.id,
    name: row.name,
    type: row.type,
    vendor: row.vendor,
    status: row.status,
    lastSync: isoOrNull(lastSyncOf(row, state)),
    configuration: row.configuration ?? null,
    connector: configuration?.connector ?? null,
    kind,
    settings: configuration?.settings ?? {},
    secrets: [...parts.secrets],
    isPaused: state?.is_paused === 1,
    isRunning: parts.isRunning,
    isHeldBack: state?.is_held_back === 1,
    canPush: parts.canPush,
    nextSync: isScheduled ? isoOrNull(state?.next_at) : null,
    failure:
      state?.failure === null || state?.failure === undefined
        ? null
        : {
            kind: state.failure_kind ?? 'internal',
            message: state.failure,
            at: toIso(state.failed_at ?? row.updatedAt),
            times: state.failures,
          },
    rows: receiver ? receiver.kept : (state?.rows ?? 0),
    receiver,
    createdAt: toIso(row.createdAt),
    updatedAt: toIso(row.updatedAt),
  };
}
