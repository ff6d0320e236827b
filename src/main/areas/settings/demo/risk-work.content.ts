/** Treatment, acceptance and reviews of the demo's risks, by their titles. Days are from now. */

export interface DemoRiskTask {
  readonly title: string;
  /** A member of the desk. */
  readonly owner: string;
  /** Below zero it is late. */
  readonly due: number;
  /** So many days ago; absent while it is open. */
  readonly done?: number;
}

interface DemoRiskWork {
  readonly tasks?: readonly DemoRiskTask[];
  /** `[framework, control, weight]` each. */
  readonly controls?: readonly (readonly [string, string, 1 | 2 | 3])[];
}

export const RISK_WORK: Readonly<Record<string, DemoRiskWork>> = {
  'Ransomware halts dispatch': {
    tasks: [
      {
        title: 'Move backups to the vault without domain accounts',
        owner: 'jonas',
        due: -40,
        done: 47,
      },
      { title: 'Separate the file servers of dispatch from the desks', owner: 'tariq', due: 18 },
      { title: 'Restore dispatch in the second hall against the clock', owner: 'daniel', due: 44 },
    ],
    controls: [
      ['ISO 27001', 'A.8.13', 3],
      ['ISO 27001', 'A.8.7', 2],
      ['NIST CSF', 'PR.IR-01', 2],
    ],
  },
  'Payments redirected by forged mail': {
    tasks: [
      { title: 'Call-back list of suppliers checked with treasury', owner: 'priya', due: -6 },
      { title: 'Rule for new mail forwarding in the queue', owner: 'ines', due: -70, done: 74 },
    ],
    controls: [
      ['ISO 27001', 'A.6.3', 2],
      ['ISO 27001', 'A.8.5', 3],
    ],
  },
  'Terminal systems that no longer get updates': {
    tasks: [
      { title: 'Order for the first five replacements signed', owner: 'daniel', due: 9 },
      { title: 'Network of their own for all nine systems', owner: 'jonas', due: -3 },
    ],
    controls: [
      ['ISO 27001', 'A.8.20', 3],
      ['NIST CSF', 'PR.PS-02', 2],
    ],
  },
  'Tracking portal gives away customer data': {
    tasks: [
      { title: 'References replaced by ones that cannot be guessed', owner: 'tariq', due: 27 },
      { title: 'Filter before the portal in blocking mode', owner: 'jonas', due: -15, done: 20 },
    ],
    controls: [
      ['SOC 2 Type II', 'CC8.1', 2],
      ['GDPR', 'Art.25(1)', 1],
    ],
  },
  'Key supplier of telematics fails': {
    tasks: [{ title: 'Switch over to the second supplier practised', owner: 'daniel', due: 61 }],
    controls: [
      ['NIST CSF', 'GV.SC-04', 2],
      ['SOC 2 Type II', 'CC9.2', 2],
    ],
  },
  'Phished second factor': {
    tasks: [
      { title: 'Keys handed to management and finance', owner: 'ines', due: 14 },
      { title: 'Prompts without a number switched off', owner: 'jonas', due: 5 },
    ],
  },
  'Customs interface without a second route': {
    tasks: [{ title: 'Contract for the second route signed', owner: 'priya', due: 33 }],
  },
  'Breach of the reporting time for incidents': {
    tasks: [
      { title: 'Autumn exercise of the reporting template', owner: 'priya', due: -20, done: 22 },
    ],
    controls: [['GDPR', 'Art.33(1)', 3]],
  },
  'Backup that cannot be restored in time': {
    tasks: [
      { title: 'Restore of the terminal database within four hours', owner: 'tariq', due: 21 },
    ],
    controls: [['NIST CSF', 'PR.DS-11', 3]],
  },
  "Developer's key readable on a server": {
    tasks: [{ title: 'Keys moved to the vault, the old ones withdrawn', owner: 'tariq', due: 3 }],
  },
  'Cyber insurance asks for more than we have': {
    tasks: [{ title: 'Answers to the broker with evidence attached', owner: 'priya', due: 11 }],
  },
  'Service accounts with more rights than needed': {
    controls: [['SOC 2 Type II', 'CC6.3', 3]],
  },
  'Unpatched host of the payment page': { controls: [['PCI DSS', '6.3.3', 3]] },
};

/** Who bears it from now on. */
export const TRANSFERS: Readonly<Record<string, string>> = {
  'Loss of the main data hall': 'Property insurer, policy of the port group',
  'Insolvency of the backup provider': 'Escrow agent of the contract',
  'Currency of contracts abroad': 'Group treasury',
  'Flood at the quay': 'Property insurer, policy of the port group',
};

/** Until when it is accepted: days from now; below zero the acceptance has run out. */
export const ACCEPTANCES: Readonly<Record<string, number>> = {
  'Nuisance scans fill the queue': 120,
  'Leave of the only network engineer': 41,
  'Guest network slow in the office': -12,
  'Bird strike at the antenna': 300,
};

export const REVIEW_NOTES = [
  'Scores and plan stand; nothing new since the last look.',
  'Looked at with the owner: the plan is on its way, the dates hold.',
  'Incidents of the period read; likelihood stays as it is.',
] as const;

/** The residual score above which a risk is more than the company accepts. */
export const DEMO_APPETITE = 9;
