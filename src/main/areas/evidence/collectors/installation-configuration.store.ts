/** How this installation is set up: what an auditor asks of the tool itself. */
import { PERMISSIONS, ROLES, roleMay } from '../../../../shared/contract/permissions.ts';
import { toIso } from '../../../../shared/kernel/time.ts';
import { readWorkspaceSettings } from '../../../db/settings-reader.ts';
import { type Collector, daysOf, toJson } from './collector.ts';

export const collectInstallationConfiguration: Collector = ({ db, period, version }) => {
  const schema = db.get<{ n: number }>('PRAGMA user_version')?.n ?? null;
  const integrations = db.all<{
    name: string;
    type: string;
    vendor: string | null;
    status: string;
  }>('SELECT name, type, vendor, status FROM integrations WHERE deleted_at IS NULL ORDER BY name');
  const settingsChanges = db.all<{ at: number; action: string }>(
    `SELECT at, action FROM audit_log WHERE action LIKE 'settings.%' AND at >= ? AND at < ? ORDER BY seq`,
    period.from,
    period.to,
  );
  const configuration = {
    what: 'Configuration of this installation',
    version,
    schema,
    readAt: toIso(period.to),
    storage: { database: 'SQLite, encrypted page by page', evidence: 'files encrypted one by one' },
    settings: readWorkspaceSettings(db),
    permissions: Object.fromEntries(
      ROLES.map((role) => [role, PERMISSIONS.filter((permission) => roleMay(role, permission))]),
    ),
    integrations,
    settingsChangedInThePeriod: settingsChanges.map(({ at, action }) => ({
      at: toIso(at),
      action,
    })),
  };
  return {
    fileName: `configuration-${daysOf(period)}.json`,
    mediaType: 'application/json',
    text: toJson(configuration),
    summary: `Version ${version}; ${settingsChanges.length} changes of settings in the period`,
  };
};
