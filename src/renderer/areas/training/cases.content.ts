/** Teaching text: past cases and the usual behaviour of assets. Its figures are literal, as in `portal.content.ts`. */

export interface PastIncident {
  readonly key: string;
  readonly title: string;
  readonly kind: string;
  readonly when: string;
  readonly firstSign: string;
  readonly missed: string;
  readonly outcome: string;
  readonly lesson: string;
}

export const PAST_INCIDENTS: readonly PastIncident[] = [
  {
    key: 'quay',
    title: 'Ransomware that began with a holiday request',
    kind: 'Ransomware',
    when: '14 months ago · 9 h from first sign to encryption',
    firstSign: 'One query for a name registered three days before, from a desk of the People team.',
    missed:
      'The alert was closed because the page behind the name was already gone. Nobody asked what the desk did in the next hour.',
    outcome: '2 servers restored from backups in 6 h; no ransom, one day of paper manifests.',
    lesson:
      'A dead link is not a harmless link. Before closing, look at the next 60 minutes of the same host and the same user.',
  },
  {
    key: 'invoice',
    title: 'The supplier who changed banks',
    kind: 'Business e-mail compromise',
    when: '11 months ago · 16 days unnoticed',
    firstSign: 'An inbox rule that moved mail of one sender to the folder for feeds.',
    missed:
      'Inbox rules come every day, and this one stayed within the mailbox. Whose mail it hid was not looked at.',
    outcome: 'One payment of five digits stopped by the bank on the second day.',
    lesson:
      'Read what a rule does, not only that there is one. A rule that hides a supplier’s or a bank’s answers is an attack until the owner says otherwise, by telephone.',
  },
  {
    key: 'scanner',
    title: 'One scan that got an answer',
    kind: 'Web-server intrusion',
    when: '8 months ago · 4 days from scan to data',
    firstSign: 'A traversal pattern among 140 others of the same morning.',
    missed: 'All 141 were closed as one. 140 had been answered with 404, one with 200.',
    outcome: 'Settings of a test system read; keys changed within the day.',
    lesson:
      'In web alerts the status of the answer decides. Close refused requests together, answered ones one by one.',
  },
  {
    key: 'helper',
    title: 'Remote help after office hours',
    kind: 'Misuse of a trusted tool',
    when: '6 months ago · found within 50 min',
    firstSign: 'A remote help session without a ticket, an hour after the service desk had closed.',
    missed: 'Nothing: the analyst asked for the ticket before closing.',
    outcome: 'A supplier’s technician had been let in by telephone. Session ended, nobody harmed.',
    lesson:
      'Trusted tools are judged by their paper: ticket, time, person. If one is missing, ask before you close.',
  },
  {
    key: 'cleaner',
    title: 'The backup account that signed in by hand',
    kind: 'Lateral movement',
    when: '3 months ago · found within 12 min',
    firstSign: 'Logon type 10 of a service account on a file server (T1021.001).',
    missed: 'Nothing: service accounts have no hands, and the rule says so.',
    outcome: 'Account locked before anything was copied; password found in a script on a share.',
    lesson:
      'Service accounts have one way of signing in, from known hosts. Everything else is an alert that needs no second opinion.',
  },
  {
    key: 'restore',
    title: 'The upload that was a restore test',
    kind: 'False alarm, handled well',
    when: '5 weeks ago · closed within 25 min',
    firstSign: '61 GB from the backup server to the contracted store, hours outside its window.',
    missed:
      'The automatic closing took it for the nightly copy. An analyst saw the hour and reopened it.',
    outcome: 'Infrastructure had tested a restore and told nobody. Such tests are announced since.',
    lesson:
      'Harmless in the end is not harmless from the start. The question was right, and the answer made the rule better.',
  },
];

export interface AssetBehaviour {
  readonly asset: string;
  readonly role: string;
  readonly usual: readonly string[];
  readonly deviation: string;
  readonly judge: string;
}

export const BEHAVIOURS: readonly AssetBehaviour[] = [
  {
    asset: 'WS-FIN-014',
    role: 'Desk, accounts receivable',
    usual: [
      'Signed in 07:40 to 16:30, Monday to Friday, one person',
      'Talks to ERP-01, FS-01, mail; 40 to 90 MB out a day',
      'No PowerShell except under deploy-agent.exe',
    ],
    deviation: 'Contact to one address every 60 s, also at night; 3.8 GB out in one evening.',
    judge:
      'Regularity is the sign: people pause, programs do not. Ask for the process that keeps the connection, and since when.',
  },
  {
    asset: 'FS-01',
    role: 'File server of finance and dispatch',
    usual: [
      'Reads far exceed writes; 200 to 600 files written an hour',
      'Administrators come from JUMP-01 only',
      'svc-backup signs in as a service, 01:00 to 03:30',
    ],
    deviation: '1,100 renames in two minutes, by svc-backup, at 14:20, in an interactive session.',
    judge:
      'Three deviations at once: rate, hour, kind of sign-in. One may be maintenance; three together are not.',
  },
  {
    asset: 'DB-01',
    role: 'Database of the tracking portal',
    usual: [
      'Queries of the portal: single rows, under 20 ms',
      'One full read a month, by the reporting job from DB-02',
    ],
    deviation: 'The whole customer table read at 02:10 by an account of the deployment.',
    judge:
      'Compare who, how much and when with the one job that may do it. If even one differs, it is not that job.',
  },
  {
    asset: 'BAK-01',
    role: 'Backups',
    usual: [
      'Uploads 180 to 240 GB to the contracted store, 23:00 to 04:00',
      'No sign-ins of people on most days',
    ],
    deviation: 'Upload of 61 GB at 11:15, same store.',
    judge:
      'Right place, wrong hour: most often a restore test or a second run. Ask infrastructure for the run; close with its number.',
  },
  {
    asset: 'h.solberg',
    role: 'Account, management',
    usual: [
      'Two known telephones, one laptop; journeys in the calendar',
      'One sign-in prompt a day, accepted within 20 s',
    ],
    deviation: 'Six prompts refused at 01:50, the seventh accepted.',
    judge:
      'An accepted prompt proves that somebody pressed a button. Ask the owner whether he was signing in at that moment.',
  },
];
