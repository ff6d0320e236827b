/** Tests of controls as a company of this size has them, and its exceptions. Days count back from now. */
import type { TestResult } from '../../../../shared/areas/compliance/control-tests.contract.ts';

export interface DemoRun {
  readonly ago: number;
  readonly result: TestResult;
  readonly notes: string;
  /** Title of the evidence it rests on. */
  readonly evidence?: string;
  /** Absent where the run counts: approved by the other officer on the day after. */
  readonly isWaiting?: boolean;
  /** Why the downgrade that a failed run proposed was not followed. */
  readonly dismissed?: string;
}

export interface DemoControlTest {
  /** `<framework> <control>`. */
  readonly control: string;
  readonly title: string;
  readonly steps: readonly string[];
  readonly cadenceDays: number;
  readonly tester: 'priya' | 'daniel';
  readonly since: number;
  /** Oldest first. */
  readonly runs: readonly DemoRun[];
  readonly isStopped?: boolean;
}

export const DEMO_CONTROL_TESTS: readonly DemoControlTest[] = [
  {
    control: 'SOC 2 Type II CC6.1',
    title: 'Rights of 25 people against the review',
    steps: [
      'Draw 25 people from the list of the people desk.',
      'Compare their rights in ERP-01 and FS-01 with the last review.',
      'A right that the review withdrew and that is still there fails the test.',
    ],
    cadenceDays: 90,
    tester: 'priya',
    since: 290,
    runs: [
      {
        ago: 226,
        result: 'FAIL',
        notes:
          'Two of 25 still had rights in FS-01 that the review had withdrawn six weeks before.',
        dismissed:
          'Both rights were to a share that was archived and read-only; withdrawn the same day.',
      },
      {
        ago: 136,
        result: 'PASS',
        notes: 'All 25 as reviewed.',
        evidence: 'Review of rights, second quarter',
      },
      {
        ago: 45,
        result: 'PASS',
        notes: 'All 25 as reviewed.',
        evidence: 'Review of rights, third quarter',
      },
    ],
  },
  {
    control: 'SOC 2 Type II CC6.2',
    title: 'Leavers lose their accounts within a day',
    steps: [
      'Take all leavers of the month from the people desk.',
      'Read when each account was closed.',
      'More than 24 hours after the last day fails the test.',
    ],
    cadenceDays: 30,
    tester: 'priya',
    since: 200,
    runs: [
      { ago: 78, result: 'PASS', notes: '4 leavers, the latest after 9 hours.' },
      { ago: 48, result: 'PASS', notes: '7 leavers, the latest after 16 hours.' },
      {
        ago: 18,
        result: 'PASS',
        notes: '6 leavers, the latest after 5 hours.',
        evidence: 'Accounts opened and closed, October',
      },
    ],
  },
  {
    control: 'SOC 2 Type II CC7.3',
    title: 'Twenty closed alerts have a reason that holds',
    steps: [
      'Draw twenty alerts that were closed in the month.',
      'Read record, history and reason of each.',
      'Two that should not have been closed fail the test.',
    ],
    cadenceDays: 30,
    tester: 'daniel',
    since: 180,
    runs: [
      {
        ago: 49,
        result: 'PASS',
        notes: 'Twenty of twenty.',
        evidence: 'Queue figures of the desk, September',
      },
      {
        ago: 17,
        result: 'PASS',
        notes: 'Nineteen of twenty; one was reopened by the desk itself.',
        evidence: 'Queue figures of the desk, October',
      },
    ],
  },
  {
    control: 'SOC 2 Type II CC8.1',
    title: 'Ten changes were tested and approved before they went live',
    steps: [
      'Draw ten changes of the month.',
      'Find the test and the approval of each, and that they came before.',
    ],
    cadenceDays: 30,
    tester: 'daniel',
    since: 150,
    runs: [
      {
        ago: 47,
        result: 'INCONCLUSIVE',
        notes: 'The tickets of three changes were being moved; drawn again next time.',
      },
      {
        ago: 16,
        result: 'PASS',
        notes: 'Ten of ten.',
        evidence: 'Changes of October with their tests',
      },
    ],
  },
  {
    control: 'ISO 27001 A.8.13',
    title: 'A backup can be restored within four hours',
    steps: [
      'Choose a server by lot.',
      'Restore the copy of the night before beside the one in use.',
      'Have the owners open twenty files.',
    ],
    cadenceDays: 180,
    tester: 'daniel',
    since: 380,
    runs: [
      {
        ago: 357,
        result: 'PASS',
        notes: 'FS-01 after 3 h 40 min, all files whole.',
        evidence: 'Restore test of the file servers',
      },
      {
        ago: 74,
        result: 'PASS',
        notes: 'ERP-01 after 3 h 05 min, all files whole.',
        evidence: 'Restore test of the ERP',
      },
    ],
  },
  {
    control: 'ISO 27001 A.8.15',
    title: 'No source of logs has been silent',
    steps: [
      'Compare the sources of the last week with the inventory.',
      'A source without a record for more than 24 hours fails the test.',
    ],
    cadenceDays: 30,
    tester: 'daniel',
    since: 160,
    runs: [
      { ago: 42, result: 'PASS', notes: 'All sources wrote within the last hour.' },
      {
        ago: 11,
        result: 'PASS',
        notes: 'All sources wrote within the last hour.',
        evidence: 'Coverage of log sources',
      },
    ],
  },
  {
    control: 'ISO 27001 A.8.8',
    title: 'High weaknesses are put right within 30 days',
    steps: [
      'Take the high weaknesses of the scan of five weeks ago.',
      'Look for each in the newest scan.',
    ],
    cadenceDays: 30,
    tester: 'priya',
    since: 140,
    runs: [
      { ago: 35, result: 'PASS', notes: 'None of eleven is left.' },
      {
        ago: 4,
        result: 'PASS',
        notes: 'None of nine is left.',
        evidence: 'Weekly scan, week of the report',
        isWaiting: true,
      },
    ],
  },
  {
    control: 'ISO 27001 A.5.24',
    title: 'The desk can be reached and knows the plan',
    steps: ['Call the desk at a time nobody knows.', 'Ask for the first three steps of the plan.'],
    cadenceDays: 180,
    tester: 'priya',
    since: 260,
    runs: [
      {
        ago: 212,
        result: 'PASS',
        notes: 'Answered after 40 seconds; all three steps.',
        evidence: 'Incident exercise, spring',
      },
    ],
  },
  {
    control: 'NIST CSF PR.AA-03',
    title: 'Nobody signs in without a second factor',
    steps: [
      'Read the sign-ins of a week.',
      'A sign-in with a password alone fails the test, whoever it was.',
    ],
    cadenceDays: 90,
    tester: 'priya',
    since: 190,
    runs: [
      { ago: 104, result: 'PASS', notes: '8,214 sign-ins, none with a password alone.' },
      {
        ago: 14,
        result: 'PASS',
        notes: '8,377 sign-ins, none with a password alone.',
        evidence: 'Second factor for all accounts',
      },
    ],
  },
  {
    control: 'NIST CSF ID.AM-01',
    title: 'Thirty devices on the floor are in the inventory',
    steps: ['Walk one floor.', 'Look thirty devices up in the inventory by their number.'],
    cadenceDays: 120,
    tester: 'daniel',
    since: 240,
    runs: [
      { ago: 121, result: 'PASS', notes: 'Thirty of thirty.' },
      {
        ago: 2,
        result: 'PASS',
        notes: 'Twenty-nine of thirty; a scanner of the gate was swapped that morning.',
        evidence: 'Inventory of devices',
        isWaiting: true,
      },
    ],
  },
  {
    control: 'PCI DSS 11.3.2',
    title: 'The external scan passed, and was of all addresses',
    steps: ['Compare the addresses of the scan with the list of the edge.', 'Read its verdict.'],
    cadenceDays: 90,
    tester: 'priya',
    since: 250,
    runs: [
      {
        ago: 142,
        result: 'PASS',
        notes: 'All nine addresses, passed.',
        evidence: 'External scan, second quarter',
      },
      {
        ago: 51,
        result: 'PASS',
        notes: 'All nine addresses, passed.',
        evidence: 'External scan, third quarter',
      },
    ],
  },
  {
    control: 'PCI DSS 6.3.3',
    title: 'Updates of the payment zone are in within 30 days',
    steps: ['List the systems of the payment zone with the date of their last update.'],
    cadenceDays: 60,
    tester: 'daniel',
    since: 170,
    runs: [
      { ago: 29, result: 'FAIL', notes: 'Two of six terminals wait for a window: 44 and 51 days.' },
    ],
  },
  {
    control: 'GDPR Art.17',
    title: 'Ten requests for deletion were carried out everywhere',
    steps: [
      'Draw ten requests of the quarter.',
      'Look for the person in ERP-01, TMS-01 and the copies.',
    ],
    cadenceDays: 90,
    tester: 'daniel',
    since: 210,
    runs: [{ ago: 96, result: 'PASS', notes: 'Ten of ten.' }],
  },
  {
    control: 'SOC 2 Type II CC6.6',
    title: 'Rules of the old customs gateway',
    steps: ['Read the rules of the gateway, and who asked for each.'],
    cadenceDays: 90,
    tester: 'daniel',
    since: 280,
    isStopped: true,
    runs: [{ ago: 188, result: 'PASS', notes: 'Twelve rules, all asked for.' }],
  },
];

export interface DemoException {
  readonly control: string;
  readonly owner: string;
  readonly reason: string;
  readonly ago: number;
  /** Days from now; below zero it has expired. */
  readonly expires: number;
  /** Days ago that it was ended by hand. */
  readonly ended?: number;
}

export const DEMO_EXCEPTIONS: readonly DemoException[] = [
  {
    control: 'SOC 2 Type II CC6.3',
    owner: 'jonas',
    reason:
      'Roles of the terminal system cannot be split before its new release. Until then the shift lead signs the list of rights each week.',
    ago: 62,
    expires: 58,
  },
  {
    control: 'PCI DSS 6.3.3',
    owner: 'tariq',
    reason:
      'Two payment terminals at the gate have no window before the end of the season. They stand in a segment of their own and are watched.',
    ago: 27,
    expires: 12,
  },
  {
    control: 'ISO 27001 A.5.30',
    owner: 'daniel',
    reason:
      'The second data line comes with the new quay. Dispatch works from paper for up to a day, as was exercised in spring.',
    ago: 120,
    expires: 140,
  },
  {
    control: 'NIST CSF PR.PS-02',
    owner: 'jonas',
    reason: 'The crane controller runs an old system that its maker still supports until the move.',
    ago: 310,
    expires: -20,
  },
  {
    control: 'NIST CSF PR.DS-02',
    owner: 'tariq',
    reason: 'The feed of the pilots came without TLS until their new gateway was ready.',
    ago: 150,
    expires: 30,
    ended: 64,
  },
];
