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
  'compliance.read',
  'compliance.write',
  'evidence.read',
  'evidence.write',
  'evidence.review',
  'audits.read',
  'audits.write',
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
  'compliance.read': 'See frameworks, controls and gaps',
  'compliance.write': 'Assess controls, adopt and import frameworks',
  'evidence.read': 'See evidence',
  'evidence.write': 'Collect evidence and link it to controls',
  'evidence.review': 'Accept or reject evidence that others collected',
  'audits.read': 'See audits, their findings and reports',
  'audits.write': 'Run audits: requests, samples, findings, packages',
};

const READ: readonly Permission[] = [
  'alerts.read',
  'dashboard.read',
  'jobs.read',
  'accounts.read',
  'training.read',
  'compliance.read',
  'evidence.read',
  'audits.read',
];

const PERMISSIONS_BY_ROLE: Record<Role, readonly Permission[]> = {
  'SOC Analyst': [
    ...READ,
    'alerts.write',
    'alerts.import',
    'jobs.cancel',
    'training.take',
    'evidence.write',
  ],
  'Compliance Officer': [
    ...READ,
    'jobs.cancel',
    'training.take',
    'training.assess',
    'compliance.write',
    'evidence.write',
    'evidence.review',
    'audits.write',
  ],
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
