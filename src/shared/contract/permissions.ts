/** The one table of permissions: the server enforces it, the page hides by it. */
export const ROLES = ['SOC Analyst', 'Compliance Officer', 'Administrator', 'Auditor'] as const;
export type Role = (typeof ROLES)[number];
export const DEFAULT_ROLE: Role = 'SOC Analyst';

export const PERMISSIONS = [
  'alerts.read',
  'alerts.write',
  'alerts.import',
  'dashboard.read',
  'jobs.read',
  'jobs.cancel',
  'accounts.read',
  'accounts.manage',
  'workspace.manage',
] as const;
export type Permission = (typeof PERMISSIONS)[number];

const READ: readonly Permission[] = ['alerts.read', 'dashboard.read', 'jobs.read', 'accounts.read'];

const PERMISSIONS_BY_ROLE: Record<Role, readonly Permission[]> = {
  'SOC Analyst': [...READ, 'alerts.write', 'alerts.import', 'jobs.cancel'],
  'Compliance Officer': [...READ, 'jobs.cancel'],
  Administrator: PERMISSIONS,
  Auditor: READ,
};

function isRole(value: string): value is Role {
  return (ROLES as readonly string[]).includes(value);
}

/** An unknown role may do nothing: a mistyped row must not become an administrator. */
export function roleMay(role: string, permission: Permission): boolean {
  return isRole(role) && PERMISSIONS_BY_ROLE[role].includes(permission);
}
