/** What closes a gap, by the sort of thing that is asked for. The wording is ours. */
import type { GAP_EVIDENCE_TYPES } from './gaps.contract.ts';
import type { ControlKind } from './gaps.kinds.ts';

type EvidenceType = (typeof GAP_EVIDENCE_TYPES)[number];

export interface Remedy {
  /** What to put in place where nothing does what is asked. */
  readonly establish: string;
  /** What to finish where a part does. */
  readonly complete: string;
  /** Proof that an assessor accepts: the first is the stronger. */
  readonly evidence: readonly (readonly [EvidenceType, string])[];
  /** Person-hours to put it in place; half of them to finish a part. */
  readonly hours: number;
}

export const REMEDIES: Readonly<Record<ControlKind, Remedy>> = {
  incident: {
    establish:
      'Write down who decides, who acts and whom to tell within which time; rehearse it once with the desk, and let the record of the rehearsal name what has to change.',
    complete:
      'Hold the last closed incident against the plan step by step, and add the steps, contacts or time limits that were missing.',
    evidence: [
      ['REPORT', 'record of a handled incident or rehearsal with times and decisions'],
      ['DOCUMENT', 'approved response plan with its contacts'],
    ],
    hours: 16,
  },
  monitoring: {
    establish:
      'Name the systems that must be watched, connect each one that is not, and set an owner and a time limit for what they raise.',
    complete:
      'List the systems in scope that send nothing yet, connect them, and have the first week of their alerts looked at.',
    evidence: [
      ['LOG', 'alerts of the last 30 days with the time of the first look at each'],
      ['CONFIGURATION', 'list of connected sources against the list of systems in scope'],
    ],
    hours: 24,
  },
  logging: {
    establish:
      'Decide which events each system records and for how long, switch them on centrally, and stop those who are logged from changing what was written.',
    complete:
      'Compare the events that systems really send with the list that was decided, and switch on what is missing; check retention on the oldest record.',
    evidence: [
      ['LOG', 'sample of records with their oldest and newest date'],
      ['CONFIGURATION', 'export of the logging and retention settings'],
    ],
    hours: 16,
  },
  vulnerability: {
    establish:
      'Scan everything in scope, set a time limit by severity, and give each open finding an owner and a date; rescan to prove that it is closed.',
    complete:
      'Close or formally accept the findings that are older than their time limit, and extend the scan to systems that it misses.',
    evidence: [
      ['REPORT', 'scan before and after, with its scope'],
      ['REPORT', 'list of open findings by age, with owner and due date'],
    ],
    hours: 20,
  },
  malware: {
    establish:
      'Roll protection out to every system that can run it, with updates and tamper protection on, and let what it finds reach the queue.',
    complete:
      'List the systems without protection or with an old version, bring them up, and test one with a harmless sample.',
    evidence: [
      ['REPORT', 'coverage and version of protection by system'],
      ['LOG', 'alert of a harmless test sample as it reached the queue'],
    ],
    hours: 16,
  },
  authentication: {
    establish:
      'Require a second factor that cannot be phished for administrators and remote access first, then for everybody; close the ways that go around it.',
    complete:
      'List accounts and ways in that still accept a password alone, and close or exempt each with a reason and an end date.',
    evidence: [
      ['CONFIGURATION', 'sign-in policy as the identity system has it'],
      ['REPORT', 'accounts without a second factor, with the reason for each'],
    ],
    hours: 20,
  },
  access: {
    establish:
      'List who holds which access, take away what no role asks for, and have the owner of each system approve what stays; repeat it by the calendar.',
    complete:
      'Finish the review for the systems that were left out, and prove that leavers lost their access within the time limit.',
    evidence: [
      ['REPORT', 'last access review with approvals and removals'],
      ['CONFIGURATION', 'export of accounts, roles and rights, dated'],
    ],
    hours: 16,
  },
  cryptography: {
    establish:
      'Encrypt what is stored and what is sent with current algorithms, keep keys apart from the data, and write down who may use and rotate them.',
    complete:
      'List the stores and connections that are still in the clear or use a weak algorithm, and move each with a date.',
    evidence: [
      ['CONFIGURATION', 'encryption settings of stores and connections'],
      ['DOCUMENT', 'key register with owners and dates of rotation'],
    ],
    hours: 24,
  },
  continuity: {
    establish:
      'Agree how much loss and downtime each service can bear, back up accordingly with one copy out of reach of the network, and restore one service as a test.',
    complete:
      'Restore the services that were never tested, and note the time it took against the time that was agreed.',
    evidence: [
      ['REPORT', 'record of a restore with the time it took'],
      ['LOG', 'backup jobs of the last 30 days with their results'],
    ],
    hours: 24,
  },
  change: {
    establish:
      'Let every change carry its reason, test, approval by another person and way back; stop what goes in without them.',
    complete:
      'Draw a sample of changes since the last assessment, and close the step that was skipped in them.',
    evidence: [
      ['LOG', 'sample of changes with request, test and approval'],
      ['DOCUMENT', 'rule for changes and emergencies'],
    ],
    hours: 12,
  },
  configuration: {
    establish:
      'Choose a hardened baseline for each kind of system, apply it by a tool, and have deviations reported.',
    complete:
      'Bring the systems that deviate back to the baseline, or record each deviation with its reason and end date.',
    evidence: [
      ['CONFIGURATION', 'baseline and the settings as they are'],
      ['REPORT', 'deviations from the baseline, by system'],
    ],
    hours: 20,
  },
  development: {
    establish:
      'Put review by another person, dependency and code checks into the way to production, and let a failed check stop it.',
    complete:
      'Add the missing check to the repositories that go around it, and work off what it finds by severity.',
    evidence: [
      ['LOG', 'runs of the checks for the last releases'],
      ['CONFIGURATION', 'rules that protect the main branch'],
    ],
    hours: 24,
  },
  supplier: {
    establish:
      'List the suppliers that hold data or could stop the service, put security terms and the duty to report into their contracts, and assess each by its risk.',
    complete:
      'Assess the suppliers whose assessment is missing or out of date, beginning with the critical ones, and settle open contract terms.',
    evidence: [
      ['DOCUMENT', 'signed terms with the security clauses'],
      ['REPORT', "supplier's last assessment or assurance report"],
    ],
    hours: 16,
  },
  training: {
    establish:
      'Set who has to learn what by when, give the course, and follow up on those who did not finish it.',
    complete:
      'Have those who are overdue finish it, and bring the content up to what the desk saw in the last quarter.',
    evidence: [
      ['REPORT', 'completion by person with dates'],
      ['DOCUMENT', 'content of the course'],
    ],
    hours: 10,
  },
  personnel: {
    establish:
      'Agree with the personnel department which checks come before the first day, which terms are signed, and what is taken back on the last.',
    complete:
      'Draw a sample of joiners, movers and leavers, and close the step that was missed for any of them.',
    evidence: [
      ['DOCUMENT', 'signed terms and check lists of a sample'],
      ['REPORT', 'joiners and leavers against the dates of their accounts'],
    ],
    hours: 12,
  },
  media: {
    establish:
      'Register media that hold sensitive data, erase or destroy them by a method that fits, and keep a record for each.',
    complete:
      'Account for the media without a record of their erasure, beginning with those that left the premises.',
    evidence: [
      ['CERTIFICATE', 'record of erasure or destruction by serial number'],
      ['DOCUMENT', 'rule for media and methods'],
    ],
    hours: 10,
  },
  physical: {
    establish:
      'Draw the zones, limit and record who enters each, and test the alarms and supplies that protect them.',
    complete:
      'Close the door, list or supply that the last inspection named, and inspect it again.',
    evidence: [
      ['LOG', 'entries of the last 30 days for a sample of doors'],
      ['REPORT', 'record of the last inspection'],
    ],
    hours: 32,
  },
  network: {
    establish:
      'Draw the zones and the connections that the business needs, deny the rest at each boundary, and review the rules twice a year.',
    complete:
      'Remove rules without owner or use, and move the systems that stand in the wrong zone.',
    evidence: [
      ['CONFIGURATION', 'rule set of the boundary, dated'],
      ['REPORT', 'last review of the rules with what was removed'],
    ],
    hours: 24,
  },
  asset: {
    establish:
      'Make one list of systems, software and owners, fed by discovery, and reconcile it every month.',
    complete:
      'Reconcile the list with what the network and the alerts show, and give every unknown an owner or switch it off.',
    evidence: [
      ['REPORT', 'inventory with owners, dated'],
      ['REPORT', 'last reconciliation with its differences'],
    ],
    hours: 16,
  },
  rights: {
    establish:
      'Open one way in for requests, check who asks, collect from every system that holds the data, and answer within the legal time.',
    complete:
      'Follow a sample of requests from receipt to answer, and close the system or time limit that was missed.',
    evidence: [
      ['LOG', 'register of requests with dates of receipt and answer'],
      ['DOCUMENT', 'procedure with its time limits'],
    ],
    hours: 12,
  },
  privacy: {
    establish:
      'Record which personal data is used for which purpose on which legal basis, tell people so, and delete what has no purpose left.',
    complete:
      'Complete the record for the uses that it leaves out, and bring the notice into line with it.',
    evidence: [
      ['DOCUMENT', 'record of processing with purposes and periods'],
      ['DOCUMENT', 'notice as it was published, with its date'],
    ],
    hours: 14,
  },
  ai: {
    establish:
      'Register each AI system with purpose, data, owner and limits, test it against them before use, and name who may stop it.',
    complete:
      'Test the registered systems that were never measured against their limits, and record who looks at their results.',
    evidence: [
      ['REPORT', 'test of the system against its limits'],
      ['DOCUMENT', 'register of AI systems with owners'],
    ],
    hours: 20,
  },
  risk: {
    establish:
      'Rate what could happen here by likelihood and impact with those who own the service, choose a treatment for each, and set the date of the next look.',
    complete:
      'Rate what is missing or older than a year, and give each treatment that is late an owner and a date.',
    evidence: [
      ['REPORT', 'risk register with dates and decisions'],
      ['DOCUMENT', 'method with its scales and limits'],
    ],
    hours: 12,
  },
  audit: {
    establish:
      'Plan the reviews of a year so that each part is looked at by somebody who does not run it, and follow findings to their end.',
    complete:
      'Carry out the reviews that were left out, and close or date the findings that are still open.',
    evidence: [
      ['REPORT', 'last review with scope, findings and their state'],
      ['DOCUMENT', 'plan of reviews with reviewers'],
    ],
    hours: 12,
  },
  data: {
    establish:
      'Classify the data, say for each class where it may lie, who may see it and when it goes, and enforce it where it is stored.',
    complete:
      'Label or move what lies outside the rule, and prove deletion on a sample that is past its period.',
    evidence: [
      ['CONFIGURATION', 'rules for storage, sharing and deletion as they are set'],
      ['REPORT', 'sample of records checked against the rule'],
    ],
    hours: 16,
  },
  governance: {
    establish:
      'Name the person who answers for it, write down in a page what is decided and by whom, have it approved, and set the date of its review.',
    complete:
      'Bring the document up to what is really done, have it approved again, and make it known to those it binds.',
    evidence: [
      ['DOCUMENT', 'approved document with version, owner and date'],
      ['REPORT', 'minutes in which it was decided or reviewed'],
    ],
    hours: 8,
  },
};
