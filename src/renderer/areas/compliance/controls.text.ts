import type {
  ControlDetail,
  ControlHistoryEntry,
  ControlUpdate,
} from '../../../shared/areas/compliance/controls.contract.ts';

/** Only what differs goes out, so that nobody's other change is overwritten. */
export function changedOnly(control: ControlDetail, next: ControlUpdate): ControlUpdate {
  return Object.fromEntries(
    Object.entries(next).filter(
      ([field, value]) => value !== undefined && control[field as keyof ControlDetail] !== value,
    ),
  );
}

/** The day of a time as a date field has it: `2026-11-20`, of this machine's calendar. */
export function dayOf(iso: string | null): string {
  if (iso === null) return '';
  const date = new Date(iso);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** Noon of that day, so that it stays the same day in most zones; null for none. */
export function timeOfDay(day: string): string | null {
  const time = day === '' ? Number.NaN : Date.parse(`${day}T12:00:00`);
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}

const ACTIONS: Readonly<Record<string, string>> = {
  'compliance.createControl': 'created the control',
  'compliance.assess': 'assessed it',
  'compliance.assess-by-crosswalk': 'assessed it from another framework',
  'compliance.assess-without-evidence': 'called it compliant without valid evidence',
  'compliance.updateControl': 'changed it',
  'compliance.applicability': 'changed whether it applies',
  'compliance.bulk': 'changed it with others',
  'compliance.undo': 'took a bulk change back',
  'compliance.createTest': 'added a test',
  'compliance.updateTest': 'changed a test',
  'compliance.removeTest': 'removed a test',
  'compliance.runTest': 'ran a test',
  'compliance.approveRun': 'approved a run',
  'compliance.withdrawRun': 'withdrew a run',
  'compliance.confirmDowngrade': 'confirmed a downgrade',
  'compliance.dismissDowngrade': 'dismissed a downgrade',
  'compliance.exceptControl': 'made an exception',
  'compliance.endException': 'ended an exception',
  'compliance.adopt': 'adopted it with its framework',
  'evidence.link': 'linked evidence',
  'evidence.unlink': 'unlinked evidence',
  'training.assess': 'assessed it in an exercise',
  'training.begin': 'put it to the start of an exercise',
  'training.put-back': 'put it back after an exercise',
};

/** What was done, to stand behind a name; an action this page does not know is named as it is. */
export function controlActionText({ action, resource }: ControlHistoryEntry): string {
  const known = ACTIONS[action];
  if (known) return known;
  if (resource === 'control_evidence') return `changed the evidence (${action})`;
  return action;
}

const FIELD_NAMES: Readonly<Record<string, string>> = {
  status: 'Status',
  owner: 'Owner',
  priority: 'Priority',
  isAutomated: 'Automated',
  nextAssessment: 'Next assessment',
  lastAssessment: 'Last assessment',
  isApplicable: 'Applies',
  applicabilityReason: 'Reason for applying or not',
  title: 'Title',
  description: 'Description',
  cadenceDays: 'Cadence in days',
  tester: 'Tester',
  isActive: 'In use',
  nextDue: 'Next due',
  proposedStatus: 'Proposed status',
  goneIn: 'Gone in version',
};

export interface ChangeWords {
  readonly field: string;
  readonly from: string;
  readonly to: string;
}

/** The changes of one entry in words; those that follow from the others are left out. */
export function changeWords(
  { changes }: Pick<ControlHistoryEntry, 'changes'>,
  nameOf: (accountId: string) => string,
): ChangeWords[] {
  return changes.flatMap(({ field, from, to }) => {
    const name = FIELD_NAMES[field];
    if (name === undefined || from === to) return [];
    const words = (value: unknown) => valueWords(field, value, nameOf);
    return [{ field: name, from: words(from), to: words(to) }];
  });
}

const PEOPLE: ReadonlySet<string> = new Set(['owner', 'tester']);

function valueWords(field: string, value: unknown, nameOf: (id: string) => string): string {
  if (value === null || value === undefined || value === '') return '—';
  if (PEOPLE.has(field)) return nameOf(String(value));
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (field === 'status' || field === 'proposedStatus') return String(value).replaceAll('_', ' ');
  if (/Assessment$|^nextDue$/.test(field)) return new Date(String(value)).toLocaleDateString();
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** `Every 30 days`, in the words people use for it. */
export function cadenceText(days: number): string {
  const known: Readonly<Record<number, string>> = {
    1: 'Daily',
    7: 'Weekly',
    14: 'Every two weeks',
    30: 'Monthly',
    90: 'Quarterly',
    180: 'Twice a year',
    365: 'Yearly',
  };
  return known[days] ?? `Every ${days} days`;
}
