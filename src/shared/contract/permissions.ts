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
  'training.read',
  'training.take',
  'training.assess',
] as const;
export type Permission = (typeof PERMISSIONS)[number];

/** Each in words, for the page that shows what a role may do. */
export const PERMISSION_LABELS: Record<Permission, string> = {
  'alerts.read': 'See alerts',
  'alerts.write': 'Create, close and assign alerts',
  'alerts.import': 'Import alerts',
  'dashboard.read': 'See the dashboard',
  'jobs.read': 'See jobs',
  'jobs.cancel': 'Cancel jobs',
  'accounts.read': 'See who has an account',
  'accounts.manage': 'Manage accounts',
  'workspace.manage': 'Manage workspace, data and retention',
  'training.read': 'See the training portal',
  'training.take': 'Take exercises',
  'training.assess': 'Assess controls in exercises',
};

const READ: readonly Permission[] = [
  'alerts.read',
  'dashboard.read',
  'jobs.read',
  'accounts.read',
  'training.read',
];

const PERMISSIONS_BY_ROLE: Record<Role, readonly Permission[]> = {
  'SOC Analyst': [...READ, 'alerts.write', 'alerts.import', 'jobs.cancel', 'training.take'],
  'Compliance Officer': [...READ, 'jobs.cancel', 'training.take', 'training.assess'],
  Administrator: PERMISSIONS,
  Auditor: READ,
};

export function isRole(value: string): value is Role {
  return (ROLES as readonly string[]).includes(value);
}

/** An unknown role may do nothing: a mistyped row must not become an administrator. */
export function roleMay(role: string, permission: Permission): boolean {
  return isRole(role) && PERMISSIONS_BY_ROLE[role].includes(permission);
}
