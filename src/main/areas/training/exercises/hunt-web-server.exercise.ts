import { checkReopened, judgeAnswers } from '../common-checks.ts';
import type { ExerciseDefinition } from '../exercise.ts';
import { alertOf, alertsOf, type Facts, groupOf } from '../facts.ts';
import { createJudgement } from '../judgement.ts';

const FIRST_LOOK = 'web-server/0';
const TRAVERSAL = 'web-server/1';
const LOOKING_AROUND = 'web-server/6';
const HUNTED = [FIRST_LOOK, TRAVERSAL, LOOKING_AROUND];

export const huntWebServer: ExerciseDefinition = {
  key: 'hunt-web-server',
  title: 'Hunt the web-server intrusion',
  summary:
    'WEB-02 was entered, and three alerts that show it were closed among hundreds of scans. Find the three by what was different about them.',
  minutes: 25,
  needs: 'alerts.write',
  briefing: [
    'Scanners knock at the tracking portal every day, and their alerts are closed by themselves. Five days ago one of them was let in (INC-0405). Three alerts of WEB-02 that belong to it were closed with the rest.',
    'Hunt them: search what is closed for WEB-02 and for its address 10.20.30.12 (the sensor knows addresses only), read the raw records, and reopen the three with the fact that gives each away. Leave real scans closed.',
    'Then answer the questions.',
  ],
  startLink: '/alerts?q=10.20.30.12&status=FALSE_POSITIVE',
  starts: {
    [FIRST_LOOK]: 'closed-by-itself',
    [TRAVERSAL]: 'closed-by-itself',
    [LOOKING_AROUND]: 'closed-by-itself',
    'decoy/WEB-02/0': 'as-made',
    'decoy/WEB-02/1': 'as-made',
  },
  queue: [],
  questions: [
    {
      key: 'address',
      label: 'From which address did the intruder come?',
      hint: 'An address, plain or defanged',
    },
    {
      key: 'file',
      label: 'Which file was put below the web root?',
      hint: 'Its name or its whole path',
    },
    { key: 'rows', label: 'How many rows of the customer table were read?', hint: 'A number' },
  ],
  steps: [
    {
      key: 'answered',
      title: 'The request that was answered',
      task: 'One traversal request was not refused. Reopen it.',
      hints: [
        'Compare the status of the answers: a refused request has 404.',
        'The path of one of them is encoded (%2f), and the answer to it was 200.',
      ],
      check: (facts) =>
        checkReopened(
          facts,
          TRAVERSAL,
          'The pattern was that of the daily scans, but the slash was encoded: the proxy let it pass, and the portal answered 200 with its settings file. In web alerts the answer matters more than the request.',
        ),
    },
    {
      key: 'first-look',
      title: 'The first look',
      task: 'The same address came before, as an ordinary scanner. Reopen that alert.',
      hints: [
        'Take the source address of the answered request and look at its related alerts.',
        'It asked for / on the portal with the agent site-checker/2.1, half an hour earlier.',
      ],
      check: (facts) =>
        checkReopened(
          facts,
          FIRST_LOOK,
          'One scan among hundreds means nothing; the scan of an address that later gets an answer is the first line of the timeline (T1595.002).',
        ),
    },
    {
      key: 'around',
      title: 'The looking around',
      task: 'Hours later the account of the web server asked who is there and what listens. Reopen that alert.',
      hints: [
        'Search for the name WEB-02: the system’s own records have no address. One closing says: health check.',
        'Audit record: sh -c "who; ip addr; ss -tlnp" by the account track.',
      ],
      check: (facts) =>
        checkReopened(
          facts,
          LOOKING_AROUND,
          'A service account that starts a shell is never routine. The health check has no shell and runs as another account; this is discovery after the break-in (T1033, T1082).',
        ),
    },
    {
      key: 'in-work',
      title: 'Put them to the incident',
      task: 'The three are in work and have an owner.',
      hints: ['Investigate and Assign; Jonas Wikström leads INC-0405.'],
      check: checkInWork,
    },
    {
      key: 'restraint',
      title: 'Leave the scans closed',
      task: 'Scans that were refused stay closed.',
      hints: ['If everything of WEB-02 is reopened, nothing was hunted.'],
      check: checkScansClosed,
    },
    {
      key: 'conclusion',
      title: 'Tell the story',
      task: 'Answer the three questions.',
      hints: [
        'The address: source of the answered request.',
        'The file: an integrity alert of WEB-02 half an hour after it.',
        'The rows: in the raw record of the alert on DB-01.',
      ],
      check: checkStory,
    },
  ],
};

function checkInWork(facts: Facts) {
  const judgement = createJudgement();
  for (const fact of alertsOf(facts, HUNTED)) {
    judgement.row(fact);
    if (fact.status === 'IN_PROGRESS' && fact.assignedTo !== null)
      judgement.right(`‘${fact.title}’ is in work and has an owner.`);
    else if (fact.status === 'IN_PROGRESS')
      judgement.missed(`‘${fact.title}’ is in work, but nobody answers for it.`);
    else judgement.missed(`‘${fact.title}’ is not in work.`);
  }
  return judgement.outcome(
    'A reopened alert without an owner is closed again by the next one who tidies up the queue.',
  );
}

function checkScansClosed(facts: Facts) {
  const judgement = createJudgement();
  const changed = groupOf(facts, 'decoy/WEB-02').filter(({ deeds }) => deeds.length > 0);
  for (const fact of changed) {
    judgement.row(fact);
    judgement.missed(`‘${fact.title}’ was refused by the proxy; you changed it.`);
  }
  const isBegun = alertsOf(facts, HUNTED).some(({ deeds }) => deeds.length > 0);
  if (changed.length === 0 && isBegun) judgement.right('You left the refused scans alone.');
  if (!isBegun) judgement.missed('You have not begun the hunt yet.');
  return judgement.outcome(
    'A hunt ends with a short list. The scans differ from the intrusion in one thing: none of them was answered.',
  );
}

function checkStory(facts: Facts) {
  const judgement = createJudgement();
  judgeAnswers(facts, judgement, {
    address: ['192.0.2.146'],
    file: ['.thumb.php', '/srv/track/public/img/.thumb.php'],
    rows: ['118204', '118.204'],
  });
  for (const part of [TRAVERSAL, 'web-server/3', 'web-server/9'])
    judgement.row(alertOf(facts, part));
  return judgement.outcome(
    'Scan, answered request, query in a form field, page below the web root, shell, key of the deployment, customer table: a chain in which each alert alone looked like a Tuesday.',
  );
}
