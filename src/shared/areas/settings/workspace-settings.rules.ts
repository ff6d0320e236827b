import { AppError } from '../../contract/errors.ts';
import { SEVERITIES } from '../../kernel/severity.ts';
import {
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
  if (!isSlaInOrder(sla)) {
    const issues = [{ path: 'sla', message: SLA_ORDER_MESSAGE }];
    throw new AppError('bad-input', SLA_ORDER_MESSAGE, { issues });
  }
  return {
    baselines: merged(before.baselines, patch.baselines),
    sla,
    retention: merged(before.retention, patch.retention),
  };
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
