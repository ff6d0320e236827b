/** Teaching text: one technique, correlated events, the stages of a response. Its figures are literal, as in `portal.content.ts`. */

export interface TechniquePart {
  readonly title: string;
  readonly points: readonly string[];
}

export const TECHNIQUE = {
  id: 'T1021.001',
  name: 'Remote Services: Remote Desktop Protocol',
  tactic: 'Lateral Movement',
  summary:
    'With a valid account an attacker opens a desktop on another machine, as an administrator would. No malware is needed, and every step looks like work. What gives it away is who, from where, to where, and when.',
  parts: [
    {
      title: 'Where to see it',
      points: [
        'Security log of the target: 4624 with logon type 10 (or 7 when a session is resumed), 4625 for failures, 4778 and 4779 for sessions taken up and left',
        'TerminalServices-LocalSessionManager 21, 24 and 25: who had a desktop, and from which address',
        'Sensor or flow records: TCP 3389 between machines that are no jump host',
        'EDR: mstsc.exe started on the source; rdpclip.exe and tstheme.exe on the target',
      ],
    },
    {
      title: 'What to look for',
      points: [
        'A source that is a desk: administrators come from the jump host, desks do not administer',
        'A service account with logon type 10: it has no hands and no reason for a desktop',
        'The first session ever between these two machines, or outside the hours of that account',
        'Several failures, then a success, from the same source (T1110 before T1021.001)',
        'Soon afterwards: new services, scheduled tasks, deleted shadow copies, reading of lsass.exe',
      ],
    },
    {
      title: 'False positives',
      points: [
        'Administrators from JUMP-01 with a change record: the usual case, close it with its number',
        'Remote help of the service desk: there is a ticket for this machine at this time',
        'The vulnerability scanner tries 3389 without signing in: connection, but no 4624',
        'A resumed session after a sleeping laptop: logon type 7, same account, same source as before',
      ],
    },
    {
      title: 'Response',
      points: [
        'End the session and lock the account; for a service account change its secret everywhere it is used',
        'Isolate source and target, in this order: the source is where the next session would begin',
        'Keep the memory and the logs of both before anything is rebuilt',
        'Follow the account: every session of it in the last 14 days, to every machine',
        'Afterwards: 3389 between desks closed, administrators through the jump host with a second factor',
      ],
    },
  ] as const satisfies readonly TechniquePart[],
  example: {
    title: 'Read this line',
    line: 'WinEvtLog: Security: AUDIT_SUCCESS(4624): svc-backup: KHF: FS-01: logon type 10 from 10.20.10.14',
    reading:
      'A service account (svc-backup) opened a desktop (type 10) on the file server, and came from 10.20.10.14, the desk of accounts receivable. Three wrong things in one line; the demo workspace holds this alert, in the exercise ‘Investigate that host’.',
  },
};

export interface CorrelatedEvent {
  readonly at: string;
  readonly source: string;
  readonly event: string;
  readonly entity: string;
  /** What ties it to an earlier one; null for the first. */
  readonly tie: string | null;
}

export const CORRELATED_EVENTS: readonly CorrelatedEvent[] = [
  {
    at: '−47 h 10 min',
    source: 'Mail gateway',
    event: 'Mail with a link to a name registered four days before',
    entity: 'm.okonjo',
    tie: null,
  },
  {
    at: '−46 h 58 min',
    source: 'Network sensor',
    event: 'Query for the name of that link',
    entity: 'WS-FIN-014',
    tie: 'Same name as in the link; desk of the same person',
  },
  {
    at: '−46 h 31 min',
    source: 'Identity',
    event: 'Sign-in to mail from an address not seen before, second factor given',
    entity: 'm.okonjo, 203.0.113.45',
    tie: 'Same account, 27 min after the query',
  },
  {
    at: '−29 h 04 min',
    source: 'Remote access gateway',
    event: 'Session of a device that is not enrolled',
    entity: 'm.okonjo, 203.0.113.45',
    tie: 'Same account and same address as the sign-in',
  },
  {
    at: '−28 h 40 min',
    source: 'EDR',
    event: 'PowerShell with an encoded command under cmd.exe',
    entity: 'WS-FIN-014',
    tie: 'Same desk, 24 min after the session',
  },
  {
    at: '−27 h 50 min',
    source: 'EDR',
    event: 'Memory of the sign-in process read',
    entity: 'WS-FIN-014',
    tie: 'Child of the same PowerShell',
  },
  {
    at: '−7 h 15 min',
    source: 'Windows log',
    event: 'svc-backup opens a desktop on FS-01',
    entity: 'svc-backup, 10.20.10.14',
    tie: 'Source is the desk whose memory was read',
  },
];

export const CORRELATION_RULES: readonly { readonly title: string; readonly text: string }[] = [
  {
    title: 'Entity before time',
    text: 'Two alerts of the same minute may have nothing to do with each other; two alerts of the same address seldom do not. Join by host, account, address and name first, then put them in order.',
  },
  {
    title: 'Rare beats frequent',
    text: 'A shared address that 400 alerts have ties nothing. A shared address that three alerts have ties all three.',
  },
  {
    title: 'Ask for the missing link',
    text: 'Between the remote session and PowerShell lie 24 minutes without an alert. Write down what must have happened there, and look for it: that is where the next detection belongs.',
  },
];

export const CORRELATION_QUESTION = {
  question: 'Which of the seven could be missing, and the chain would still be found?',
  answer:
    'The query (second) and the remote session (fourth): the neighbours are still tied by account and desk. Without the sign-in (third) the address 203.0.113.45 would be unknown, and without the reading of memory (sixth) nobody could say how svc-backup was lost.',
};

export interface ResponseStage {
  readonly title: string;
  readonly duration: string;
  readonly aim: string;
  readonly actions: readonly string[];
  readonly human: string;
}

export const RESPONSE_STAGES: readonly ResponseStage[] = [
  {
    title: 'Detect and enrich',
    duration: 'under 30s',
    aim: 'Know what it is about before anybody looks.',
    actions: [
      'Take the record in, keep it as it came',
      'Add owner, host, network range, importance of the asset',
      'Count what the same entities did in the last 24 h',
    ],
    human: 'None. Nothing outside the workspace is changed.',
  },
  {
    title: 'Analyse and decide',
    duration: '2-5 min',
    aim: 'A verdict with its reasons, or a question to an analyst.',
    actions: [
      'Compare with closings of the same rule that stood',
      'Look for techniques before and after on the same host',
      'Close what is harmless; hand over what is not, with the reasons',
    ],
    human: 'Reads what was handed over, may take back every closing.',
  },
  {
    title: 'Contain',
    duration: '5-15 min',
    aim: 'Stop the spreading, keep the traces.',
    actions: [
      'Isolate the host from everything but the desk',
      'Lock the account, end its sessions, withdraw its tokens',
      'Block address and name at the edge',
    ],
    human: 'Approves each action on a critical asset; all of them can be undone.',
  },
  {
    title: 'Eradicate and recover',
    duration: '15-30 min',
    aim: 'Back to work without the attacker.',
    actions: [
      'Remove persistence, change secrets that were in reach',
      'Restore from the last clean backup, and check that it is clean',
      'Watch the restored host with a lower threshold for a week',
    ],
    human: 'Decides when the host goes back; writes down what was learned.',
  },
];
