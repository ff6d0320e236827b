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
  'workstation.manage',
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
  'risk.read',
  'risk.write',
  'policies.read',
  'policies.write',
  'policies.approve',
  'policies.attest',
  'vendors.read',
  'vendors.write',
  'forensics.read',
  'forensics.write',
  'assistant.ask',
  'integrations.read',
  'integrations.send',
  'integrations.manage',
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
  'workstation.manage': 'Pause sync, isolate and leave on the own workstation',
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
  'risk.read': 'See the risk register',
  'risk.write': 'Add, assess and treat risks',
  'policies.read': 'See policies',
  'policies.write': 'Write policies and submit them for review',
  'policies.approve': 'Approve or send back policies that others wrote',
  'policies.attest': 'Attest to have read a policy',
  'vendors.read': 'See vendors',
  'vendors.write': 'Add, assess and review vendors',
  'forensics.read': 'See investigations and their findings',
  'forensics.write': 'Start, cancel and close investigations',
  'assistant.ask': 'Ask the assistant and keep conversations',
  'integrations.read': 'See integrations, their runs and receipts',
  'integrations.send': 'Send alerts and incidents to a connected system',
  'integrations.manage': 'Add, configure, connect and remove integrations',
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
  'risk.read',
  'policies.read',
  'vendors.read',
  'forensics.read',
  'assistant.ask',
  'integrations.read',
  // Of the own workstation alone, which the route asks for, too: whoever works on it may close its door.
  'workstation.manage',
];

const PERMISSIONS_BY_ROLE: Record<Role, readonly Permission[]> = {
  'SOC Analyst': [
    ...READ,
    'alerts.write',
    'alerts.import',
    'forensics.write',
    'integrations.send',
    'jobs.cancel',
    'training.take',
    'evidence.write',
    'policies.attest',
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
    'risk.write',
    'policies.write',
    'policies.approve',
    'policies.attest',
    'vendors.write',
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
