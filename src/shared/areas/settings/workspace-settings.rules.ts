import { AppError } from '../../contract/errors.ts';
import { SEVERITIES } from '../../kernel/severity.ts';
import {
  CLOSE_BEFORE_ACTION_MESSAGE,
  SLA_ORDER_MESSAGE,
  type Sla,
  type WorkspaceSettings,
  type WorkspaceSettingsPatch,
} from './workspace-settings.contract.ts';

/**
 * The settings after a change; what the patch leaves out stays.
 * @throws AppError 'bad-input' where the result contradicts itself.
 */
export function changedSettings(
  before: WorkspaceSettings,
  patch: WorkspaceSettingsPatch,
): WorkspaceSettings {
  const sla = merged(before.sla, patch.sla);
  if (!isSlaInOrder(sla)) throw contradiction('sla', SLA_ORDER_MESSAGE);
  const closeSla = closeSlaAfter(before, patch, sla);
  return {
    baselines: merged(before.baselines, patch.baselines),
    sla,
    closeSla,
    dispositions: merged(before.dispositions, patch.dispositions),
    retention: merged(before.retention, patch.retention),
    policies: merged(before.policies, patch.policies),
    risk: merged(before.risk, patch.risk),
    shift: merged(before.shift, patch.shift),
    suppression: merged(before.suppression, patch.suppression),
    models: merged(before.models, patch.models),
    detection: merged(before.detection, patch.detection),
  };
}

function contradiction(path: string, message: string): AppError {
  return new AppError('bad-input', message, { issues: [{ path, message }] });
}

/** Where only the time to the first action is changed, the time to close moves along rather than refuse it. */
function closeSlaAfter(before: WorkspaceSettings, patch: WorkspaceSettingsPatch, sla: Sla): Sla {
  const closeSla = merged(before.closeSla, patch.closeSla);
  if (patch.closeSla === undefined) {
    const moved = SEVERITIES.map((severity) => [
      severity,
      Math.max(closeSla[severity], sla[severity]),
    ]);
    return Object.fromEntries(moved) as Sla;
  }
  if (!isSlaInOrder(closeSla)) throw contradiction('closeSla', SLA_ORDER_MESSAGE);
  if (SEVERITIES.some((severity) => closeSla[severity] < sla[severity]))
    throw contradiction('closeSla', CLOSE_BEFORE_ACTION_MESSAGE);
  return closeSla;
}

function isSlaInOrder(sla: Sla): boolean {
  const hours = SEVERITIES.map((severity) => sla[severity]);
  return hours.every((own, index) => own >= (hours[index - 1] ?? own));
}

function merged<T extends object>(
  before: T,
  patch: { readonly [K in keyof T]?: T[K] | undefined } | undefined,
): T {
  const given = Object.entries(patch ?? {}).filter(([, value]) => value !== undefined);
  return { ...before, ...(Object.fromEntries(given) as Partial<T>) };
}
