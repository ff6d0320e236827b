import type { ExerciseDefinition } from '../exercise.ts';
import {
  type AlertFact,
  alertOf,
  alertsOf,
  type Facts,
  groupOf,
  namesFact,
  reasonFor,
  wasEver,
} from '../facts.ts';
import { createJudgement, type Judgement } from '../judgement.ts';

const BACKUP_STOPPED = 'ransomware/12';
const RENAMED = 'ransomware/13';
const BANK_DETAILS = 'business-email/9';
const LONG_NAMES = 'web-server/10';
const BURNING = [BACKUP_STOPPED, RENAMED];
const REAL = [...BURNING, BANK_DETAILS, LONG_NAMES];
const NOISE = [
  'noise/archive-rename',
  'noise/backup-upload',
  'noise/jump-rdp',
  'noise/deploy-powershell',
  'open/0',
  'open/1',
];
const STORIES = ['ransomware', 'business-email', 'web-server'];

/** What tells each look-alike from the attack that it resembles. */
const WHY_HARMLESS: Readonly<Record<string, string>> = {
  'noise/archive-rename':
    'archive-job.exe of D:\\Jobs runs every month on FS-02 under the same schedule; the attack on FS-01 renames with n.exe out of C:\\ProgramData, to one new ending.',
  'noise/backup-upload':
    'BAK-01 copies the backups to the contracted store every night; the data that left WS-FIN-014 went to an address nobody had used before.',
  'noise/jump-rdp':
    'The session came from JUMP-01 by an administrator; the one in the attack came to FS-01 from a desk, by an account of the backup.',
  'noise/deploy-powershell':
    'The parent is deploy-agent.exe and the script lies on our own share; the loader of the attack has cmd.exe as its parent and asks an address outside.',
};
const WHY_DAILY = 'It comes several times a week with the same rule, and was closed each time.';

export const triageQueue: ExerciseDefinition = {
  key: 'triage-queue',
  title: 'Triage this queue',
  summary:
    'Ten open alerts, four of them parts of three real attacks. Find what burns, take it in hand, and close the rest for a reason that holds.',
  minutes: 20,
  needs: 'alerts.write',
  briefing: [
    'You take over the queue of Kestrel Harbour Freight at the change of shift. Ten alerts are open. The desk believes that three incidents are under way: INC-0412, INC-0398 and INC-0405.',
    'Decide about every alert below, on the alert desk. What is real stays in work (Investigate), and somebody answers for it (Escalate or Assign). What is harmless is closed as a false positive, with a reason that the next shift can check. A closing with a reason is made here, by its button in the queue; everything else on the desk.',
    'The history of an alert keeps everything, also how the desk of the demo once decided. Decide first, then compare.',
  ],
  startLink: '/alerts?status=OPEN',
  starts: {
    [BACKUP_STOPPED]: 'as-made',
    [RENAMED]: 'as-made',
    [BANK_DETAILS]: 'open',
    [LONG_NAMES]: 'open',
    'noise/archive-rename': 'open',
    'noise/backup-upload': 'open',
    'noise/jump-rdp': 'open',
    'noise/deploy-powershell': 'open',
    'open/0': 'as-made',
    'open/1': 'as-made',
  },
  queue: [...REAL, ...NOISE],
  questions: [],
  steps: [
    {
      key: 'first',
      title: 'Begin with what burns',
      task: 'Of the ten, two belong to something that is destroying data right now. Your first actions go there.',
      hints: [
        'Severity says how bad it may be; the time says how fast. Sort by both.',
        'Two alerts of the last half hour are on the same host and by the same account.',
        'FS-01, svc-backup: its backup agent has stopped, and its files are being renamed.',
      ],
      check: checkOrder,
    },
    {
      key: 'encryption',
      title: 'Take the encryption in hand',
      task: 'Both alerts of it are in work and escalated.',
      hints: [
        'Use Investigate on both; an alert that nobody works on is an alert that nobody sees.',
        'Escalate (key e) tells the lead that more than one person is needed.',
      ],
      check: checkEncryption,
    },
    {
      key: 'payment',
      title: 'Stop the payment',
      task: 'One alert is the last act of a fraud by mail. It stays in work with somebody who answers for it.',
      hints: [
        'Look for money, not for malware: who changed what, and on whose word?',
        'A supplier’s bank details were changed after a mail. Open its related alerts: the same person’s mail is forwarded out of the company.',
      ],
      check: (facts) =>
        checkInHand(
          facts,
          BANK_DETAILS,
          'Bank details changed on the word of a mail are the aim of business e-mail compromise (T1657). The account’s mail is forwarded outside (INC-0398), so the supplier cannot be asked by mail: telephone a known number, and hold the payment run.',
        ),
    },
    {
      key: 'leak',
      title: 'See the data leave',
      task: 'One alert is data leaving through a protocol that everybody lets out. It stays in work with somebody who answers for it.',
      hints: [
        'Which of the ten could carry bytes in something that looks like ordinary traffic?',
        'Long names asked of one domain in a row are not names: they are data in portions (T1048.003).',
      ],
      check: (facts) =>
        checkInHand(
          facts,
          LONG_NAMES,
          'Names of 30 and more random characters under one domain carry data in DNS. WEB-02 had a web shell two days before (INC-0405): what was read on DB-01 leaves this way.',
        ),
    },
    {
      key: 'noise',
      title: 'Close what is harmless',
      task: 'Six alerts resemble an attack and are none. Close them as false positives, each with a reason that names what you checked.',
      hints: [
        'Open the related alerts: was the same rule closed on this host before, and why?',
        'Compare parent process, path, source host and time with those of the real attack.',
        'A reason names a fact: the job, the host it came from, the schedule, the ticket. ‘Looks fine’ is none.',
      ],
      check: checkNoise,
    },
    {
      key: 'nothing-lost',
      title: 'Throw nothing real away',
      task: 'No alert of the three attacks is closed as a false positive.',
      hints: ['If you closed one of them, reopen it on the desk and say why.'],
      check: checkNothingLost,
    },
  ],
};

function firstSeq(fact: AlertFact): number {
  return fact.deeds[0]?.seq ?? Number.POSITIVE_INFINITY;
}

function checkOrder(facts: Facts) {
  const judgement = createJudgement();
  const burning = alertsOf(facts, BURNING);
  const others = alertsOf(
    facts,
    [...REAL, ...NOISE].filter((part) => !BURNING.includes(part)),
  );
  const firstOther = Math.min(...others.map(firstSeq));
  for (const fact of burning) {
    judgement.row(fact);
    if (firstSeq(fact) === Number.POSITIVE_INFINITY)
      judgement.missed(`You did nothing yet about ‘${fact.title}’.`);
    else if (firstSeq(fact) < firstOther)
      judgement.right(`‘${fact.title}’ came before everything that can wait.`);
    else judgement.missed(`‘${fact.title}’ waited while you looked at something older.`);
  }
  return judgement.outcome(
    'Encryption is counted in files a second. The other attacks are hours or days old: ten minutes more change little there, and everything here.',
  );
}

function checkEncryption(facts: Facts) {
  const judgement = createJudgement();
  for (const fact of alertsOf(facts, BURNING)) {
    judgement.row(fact);
    if (isThrownAway(judgement, fact)) continue;
    if (fact.status === 'IN_PROGRESS') judgement.right(`‘${fact.title}’ is in work.`);
    else if (fact.status === 'RESOLVED')
      judgement.missed(`‘${fact.title}’ is resolved, but nothing has stopped the encryption yet.`);
    else judgement.missed(`‘${fact.title}’ is still open: press Investigate.`);
    if (fact.escalated) judgement.right(`‘${fact.title}’ is escalated.`);
    else
      judgement.missed(
        `‘${fact.title}’ is not escalated: one person alone cannot isolate FS-01, lock svc-backup and save the backups.`,
      );
  }
  return judgement.outcome(
    'A stopped backup agent (T1489) beside files renamed to one ending (T1486), by the same account within ten minutes, is ransomware at work. Isolate FS-01, lock svc-backup, and take BAK-01 off the network.',
  );
}

function checkInHand(facts: Facts, part: string, why: string) {
  const judgement = createJudgement();
  const fact = alertOf(facts, part);
  judgement.row(fact);
  if (!isThrownAway(judgement, fact)) {
    if (fact.status === 'IN_PROGRESS') judgement.right(`‘${fact.title}’ is in work.`);
    else if (fact.status === 'RESOLVED')
      judgement.missed(`‘${fact.title}’ is resolved, though the damage is not undone: reopen it.`);
    else judgement.missed(`‘${fact.title}’ is still open.`);
    if (fact.escalated || fact.assignedTo !== null) judgement.right('Somebody answers for it.');
    else judgement.missed('Nobody answers for it: escalate it, or assign it.');
  }
  return judgement.outcome(why);
}

function isThrownAway(judgement: Judgement, fact: AlertFact): boolean {
  if (fact.status !== 'FALSE_POSITIVE') return false;
  judgement.wrong(`‘${fact.title}’ is closed as a false positive, but it is real.`);
  return true;
}

function checkNoise(facts: Facts) {
  const judgement = createJudgement();
  for (const fact of alertsOf(facts, NOISE)) {
    judgement.row(fact);
    const why = WHY_HARMLESS[fact.part] ?? WHY_DAILY;
    if (fact.status === 'FALSE_POSITIVE') {
      if (namesFact(reasonFor(fact, 'FALSE_POSITIVE')))
        judgement.right(`‘${fact.title}’: closed, and the reason can be checked.`);
      else
        judgement.missed(
          `‘${fact.title}’: closed rightly, but its history gives no reason that can be checked. ${why}`,
        );
    } else if (fact.status === 'RESOLVED')
      judgement.missed(
        `‘${fact.title}’: resolved means that it was real and is over; it was neither. ${why}`,
      );
    else
      judgement.missed(
        `‘${fact.title}’ is still ${fact.status === 'OPEN' ? 'open' : 'in work'}. ${why}`,
      );
  }
  return judgement.outcome(
    'A false positive that is closed with a checkable reason teaches the rule and the next shift. Without one, somebody looks at it again.',
  );
}

function checkNothingLost(facts: Facts) {
  const judgement = createJudgement();
  const touched = STORIES.flatMap((story) => groupOf(facts, story)).filter(
    ({ deeds }) => deeds.length > 0,
  );
  for (const fact of touched) {
    if (fact.status === 'FALSE_POSITIVE') {
      judgement.row(fact);
      judgement.wrong(`‘${fact.title}’ is part of an attack and closed as a false positive.`);
    } else if (wasEver(fact, 'FALSE_POSITIVE')) {
      judgement.row(fact);
      judgement.right(`‘${fact.title}’ was closed as a false positive, and you took that back.`);
    }
  }
  const isLooked = alertsOf(facts, REAL).every(({ deeds }) => deeds.length > 0);
  if (isLooked) judgement.right('You decided about each of the four real alerts.');
  else judgement.missed('Not all of the four real alerts have been decided about.');
  return judgement.outcome(
    'A noisy queue costs minutes; a real alert closed as noise costs the incident. It is also what the rate of overturned closings on the dashboard counts.',
  );
}
