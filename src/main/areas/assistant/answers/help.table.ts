/** Where things stand and are done, for those who ask how. */
interface Help {
  readonly words: RegExp;
  readonly text: string;
  readonly label: string;
  readonly to: string;
}

/** The first whose words are met. */
const HELP: readonly Help[] = [
  {
    words: /(?:upload|collect|add|import)\b.*\bevidence|\bevidence\b.*\b(?:upload|collect|add)/,
    text: 'Collect evidence by dropping a file; it is hashed, kept encrypted, and each touch goes into its chain of custody. Link it to the controls it proves.',
    label: 'Collect evidence',
    to: '/evidence?collect=1',
  },
  {
    words: /attest|\bread the polic|not read\b.*\bpolic/,
    text: 'Each policy says who was asked to attest it, who has, and who is late.',
    label: 'Open the policies',
    to: '/policies',
  },
  {
    words: /shortcut|hotkey|\bkeys?\b|keyboard/,
    text: 'Press ? anywhere for the sheet of all keys. Ctrl or Cmd and K searches, goes anywhere and runs commands; j and k move in the queue, Enter opens, n makes a new alert, g and a letter goes to a screen.',
    label: 'Open the queue',
    to: '/alerts',
  },
  {
    words: /undo|revert|take back/,
    text: 'Everything done at the desk is in its actions, each with its undo. What somebody changed since stays as it is.',
    label: 'Open the actions',
    to: '/alerts?actions=open',
  },
  {
    words: /import|upload|ingest|log file/,
    text: 'Choose Import in the head of the queue and drop a file: the format is recognised, you see what it becomes, and a receipt says what came of each record.',
    label: 'Open the queue',
    to: '/alerts',
  },
  {
    words: /suppress|mute|noise|silence|hide/,
    text: 'Open an alert that is noise and choose Suppress, or make a rule under Suppression. A rule has a scope, an owner, a reason and a day on which it ends; a preview shows what it would have hidden.',
    label: 'Open the rules',
    to: '/suppressions',
  },
  {
    words: /close|resolve|false positive|verdict|dispos/,
    text: 'Open the alert, choose Investigate, then Resolve or False Positive. The workspace decides which of verdict, reason, note and evidence a closing needs. Many at once: select them in the queue.',
    label: 'Open the queue',
    to: '/alerts',
  },
  {
    words: /reopen/,
    text: 'Open the closed alert and choose Reopen, with a reason. A reopened automatic closing counts as overturned.',
    label: 'Closed alerts',
    to: '/alerts?status=RESOLVED,FALSE_POSITIVE',
  },
  {
    words: /assign/,
    text: 'Open an alert and choose Assign, or select several in the queue and assign them together.',
    label: 'Open the queue',
    to: '/alerts',
  },
  {
    words: /escalat/,
    text: 'Open an alert and choose Escalate. Escalated alerts are found with escalated:yes in the search of the queue.',
    label: 'Escalated alerts',
    to: '/alerts?query=escalated%3Ayes',
  },
  {
    words: /hand-?over|hand over|shift/,
    text: 'New handover generates the shift from the log. You write beside it, take lines out, and hand it over; the next person acknowledges it.',
    label: 'New handover',
    to: '/handover?new=1',
  },
  {
    words: /investigat/,
    text: 'Start one with New AI Investigation, or from an alert with Investigate. It runs without a model and keeps every claim with its evidence.',
    label: 'Open the investigations',
    to: '/forensics',
  },
  {
    words: /merge|split|incident/,
    text: 'Open the incidents. There they are merged, split, locked and named, each with a reason and an undo.',
    label: 'Open the incidents',
    to: '/alerts?show=incidents',
  },
  {
    words: /create|new alert|add an? alert/,
    text: 'Press n in the queue, or choose Create Alert.',
    label: 'Open the queue',
    to: '/alerts',
  },
  {
    words: /calendar|due date/,
    text: 'Every day by which something is due is in the calendar, which is also a file for your own.',
    label: 'Open the calendar',
    to: '/calendar',
  },
  {
    words: /backup|restore|retention|delete data/,
    text: 'Backups, restores, exports and retention are in the settings of an administrator.',
    label: 'Open the settings',
    to: '/settings',
  },
  {
    words: /password|account|people|role|permission/,
    text: 'Accounts and their roles are in the settings; your own password is there, too.',
    label: 'Open the settings',
    to: '/settings',
  },
  {
    words: /model|llm|ai\b|endpoint/,
    text: 'Models are set up in the settings. Without one, answers come from the workspace alone.',
    label: 'Open the models',
    to: '/settings/models',
  },
  {
    words: /theme|dark|light|density|time ?zone|utc/,
    text: 'Theme, density and time zone are in the top bar and in the settings.',
    label: 'Open the settings',
    to: '/settings',
  },
  {
    words: /query|search|filter|find/,
    text: 'The search of the queue takes words and fields, as severity:critical host:web-* last:24h; it completes what you type. A search can be saved as a view.',
    label: 'Open the queue',
    to: '/alerts',
  },
  {
    words: /evidence/,
    text: 'Collect evidence by dropping a file; it is hashed, kept encrypted, and each touch goes into its chain of custody. Link it to the controls it proves.',
    label: 'Collect evidence',
    to: '/evidence?collect=1',
  },
  {
    words: /crosswalk|mapping between|maps? to/,
    text: 'A crosswalk says which requirement of one framework answers which of another; it is shown at each control.',
    label: 'Open the controls',
    to: '/compliance?tab=controls',
  },
  {
    words: /residual|inherent|appetite/,
    text: 'Inherent is likelihood times impact; residual is what remains after the controls that are linked. A score opens onto its formula.',
    label: 'Open the register',
    to: '/risk',
  },
  {
    words: /\bscores?\b|assurance|coverage/,
    text: 'A score is compliant ÷ assessed controls; coverage says how many are assessed, assurance how well that is proven. Each opens onto its proof.',
    label: 'Open compliance',
    to: '/compliance',
  },
  {
    words: /integration|connect|connector|siem|sync\b/,
    text: 'Alerts come in as files by now; what is connected, and how, is on the integrations page.',
    label: 'Open the integrations',
    to: '/integrations',
  },
  {
    words: /notification|notif|bell/,
    text: 'Notifications are behind the bell in the top bar; what you are told of is set in the settings.',
    label: 'Open the settings',
    to: '/settings',
  },
  {
    words: /colou?rs?\b|badge/,
    text: 'Severities are red, orange, yellow and blue, from critical to low. Scores are green from 90, yellow from 80, red below.',
    label: 'Open the dashboard',
    to: '/',
  },
  {
    words: /framework|control|assess/,
    text: 'Adopt a framework from the packs or import one, then assess its controls. The score, its coverage and its assurance say how they are made.',
    label: 'Open compliance',
    to: '/compliance',
  },
  {
    words: /gap/,
    text: 'The gap analysis says per control what is missing, why, and what closes it.',
    label: 'Open the gap analysis',
    to: '/compliance?tab=gaps',
  },
  {
    words: /risk/,
    text: 'Add Risk records one; its score is likelihood times impact, and linked controls lower what remains.',
    label: 'Open the register',
    to: '/risk',
  },
  {
    words: /polic/,
    text: 'Create Policy writes one, also from a template. It is submitted for review and approved by somebody else.',
    label: 'Open the policies',
    to: '/policies',
  },
  {
    words: /vendor|supplier/,
    text: 'Add Vendor records one; its tier, review, documents and questionnaires are there.',
    label: 'Open the vendors',
    to: '/vendors',
  },
  {
    words: /audit/,
    text: 'Schedule Audit plans one; requests, samples, findings, reports and the package are its tabs.',
    label: 'Open the audits',
    to: '/audits',
  },
  {
    words: /automation|engine|shadow/,
    text: 'What the local analyst may close by itself, how sure it is and what tripped is on its own page.',
    label: 'Open Analyst Health',
    to: '/automation',
  },
  {
    words: /dashboard|overview/,
    text: 'The dashboard has the figures of the desk and of compliance.',
    label: 'Open the dashboard',
    to: '/',
  },
  {
    words: /training|exercise|learn/,
    text: 'The training portal has lessons and exercises.',
    label: 'Open the portal',
    to: '/training',
  },
  {
    words: /alert|queue/,
    text: 'Alerts are in the queue.',
    label: 'Open the queue',
    to: '/alerts',
  },
];

export const helpFor = (said: string): Help | undefined =>
  HELP.find(({ words }) => words.test(said));
