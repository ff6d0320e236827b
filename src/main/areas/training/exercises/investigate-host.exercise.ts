import { checkReopened, judgeAnswers } from '../common-checks.ts';
import type { ExerciseDefinition } from '../exercise.ts';
import { alertOf, alertsOf, type Facts, groupOf } from '../facts.ts';
import { createJudgement } from '../judgement.ts';

const LOOKALIKE_QUERY = 'ransomware/1';
const LOADER = 'ransomware/4';
const CONTACT = 'ransomware/5';
const MEMORY = 'ransomware/6';
const CHAIN = [LOOKALIKE_QUERY, LOADER, CONTACT, MEMORY];

export const investigateHost: ExerciseDefinition = {
  key: 'investigate-host',
  title: 'Investigate that host',
  summary:
    'WS-FIN-014 beacons. Walk back from the contact to the way in, find what was closed wrongly on the way, and say how far it went.',
  minutes: 25,
  needs: 'alerts.write',
  briefing: [
    'The sensor says that 10.20.10.14, which is WS-FIN-014, a desk of accounts receivable, talks to a server whose certificate was made today. Nobody has taken the alert yet.',
    'Begin at the desk with the search for the host’s address, then for its name: the sensor knows addresses only. Two alerts of this machine were closed automatically and belong to the attack: find them, reopen them with a reason that names what gives them away, and take them in hand with the others. Other alerts of the machine are everyday noise and stay closed.',
    'Then answer the three questions below. Everything you need is in the alerts, their raw records and their related alerts.',
  ],
  startLink: '/alerts?q=10.20.10.14',
  starts: {
    [LOOKALIKE_QUERY]: 'closed-by-itself',
    [LOADER]: 'closed-by-itself',
    [CONTACT]: 'open',
    [MEMORY]: 'open',
    'decoy/WS-FIN-014/0': 'as-made',
    'decoy/WS-FIN-014/1': 'as-made',
  },
  queue: [],
  questions: [
    {
      key: 'contact',
      label: 'Which address does the loader keep contact with?',
      hint: 'An address, plain or defanged',
    },
    {
      key: 'account',
      label: 'Which account was used next, on FS-01?',
      hint: 'A login, as the alert shows it',
    },
    {
      key: 'name',
      label: 'Which name was asked for when the password was given away?',
      hint: 'A domain name',
    },
  ],
  steps: [
    {
      key: 'loader',
      title: 'Reopen the loader',
      task: 'A program was fetched and run on the host, and the closing took it for the software distribution. Reopen it with the fact that says otherwise.',
      hints: [
        'Search for 10.20.10.14 with the status False Positive.',
        'Read the raw record: what is the parent process, and where did the script come from?',
        'The software distribution runs under deploy-agent.exe from our own share. This one has cmd.exe as its parent and an encoded command.',
      ],
      check: (facts) =>
        checkReopened(
          facts,
          LOADER,
          'A hidden window, an encoded command, cmd.exe as the parent and an address outside the company: none of it is the software distribution. Automatic closings compare the rule, not the details; the details are your work.',
        ),
    },
    {
      key: 'way-in',
      title: 'Reopen the way in',
      task: 'The day before, the host asked for a name that resembles our own sign-in. Reopen that alert, too.',
      hints: [
        'Go back in time: what did the sensor see of 10.20.10.14 in the 20 hours before the loader?',
        'A single DNS query was closed because no connection followed. The connection went through the proxy.',
      ],
      check: (facts) =>
        checkReopened(
          facts,
          LOOKALIKE_QUERY,
          'No connection seen is not the same as no connection: the sensor does not see what goes through the proxy. Together with the sign-ins from a new place minutes later, the query is the moment at which the password was given away (T1566.002).',
        ),
    },
    {
      key: 'in-hand',
      title: 'Put the chain in one hand',
      task: 'The four alerts of the host are in work, and one account answers for all of them.',
      hints: [
        'Select the four with x and use Assign once.',
        'The four: the query, the PowerShell, the TLS contact, the reading of the sign-in process’ memory.',
      ],
      check: checkInOneHand,
    },
    {
      key: 'escalate',
      title: 'Say how bad it is',
      task: 'Escalate the alert that means the attacker may hold other people’s passwords now.',
      hints: ['Which of the four touches lsass.exe?'],
      check: checkEscalated,
    },
    {
      key: 'restraint',
      title: 'Leave the noise closed',
      task: 'Not everything on a bad host is bad. Alerts of its everyday life stay closed.',
      hints: ['Reopen only what you can tie to the attack by time, address, account or process.'],
      check: checkRestraint,
    },
    {
      key: 'conclusion',
      title: 'Say how far it went',
      task: 'Answer the three questions.',
      hints: [
        'The contact: destination address of the TLS alert.',
        'The account: look at the alerts of FS-01 that name WS-FIN-014’s address as their source.',
        'The name: in the raw record of the DNS query.',
      ],
      check: checkConclusion,
    },
  ],
};

function checkInOneHand(facts: Facts) {
  const judgement = createJudgement();
  const chain = alertsOf(facts, CHAIN);
  for (const fact of chain) {
    judgement.row(fact);
    if (fact.status === 'IN_PROGRESS') judgement.right(`‘${fact.title}’ is in work.`);
    else judgement.missed(`‘${fact.title}’ is not in work.`);
  }
  const owners = new Set(chain.map(({ assignedTo }) => assignedTo));
  if (owners.size === 1 && !owners.has(null)) judgement.right('One account answers for all four.');
  else if (owners.size === 1) judgement.missed('Nobody answers for them: assign all four.');
  else judgement.missed('They are in several hands, or some are in none.');
  return judgement.outcome(
    'One chain, one owner: otherwise two people isolate the host at different times, and the attacker is warned by the first.',
  );
}

function checkEscalated(facts: Facts) {
  const judgement = createJudgement();
  const memory = alertOf(facts, MEMORY);
  judgement.row(memory);
  if (memory.escalated) judgement.right('The reading of the sign-in process’ memory is escalated.');
  else judgement.missed(`‘${memory.title}’ is not escalated.`);
  return judgement.outcome(
    'lsass.exe holds the credentials of everyone signed in on the machine, also those of services (T1003.001). From here the incident is no longer one desk: it is every account that was ever used on it.',
  );
}

function checkRestraint(facts: Facts) {
  const judgement = createJudgement();
  const decoys = groupOf(facts, 'decoy/WS-FIN-014');
  const reopened = decoys.filter((fact) => fact.deeds.length > 0);
  for (const fact of reopened) {
    judgement.row(fact);
    judgement.missed(`‘${fact.title}’ was harmless and closed rightly; you changed it.`);
  }
  const isBegun = alertsOf(facts, CHAIN).some(({ deeds }) => deeds.length > 0);
  if (reopened.length === 0 && isBegun)
    judgement.right('You reopened nothing that was closed rightly.');
  if (!isBegun) judgement.missed('You have not worked on this host yet.');
  return judgement.outcome(
    'Every reopened alert is somebody’s work. Tie an alert to the chain by time, address, account or process before you reopen it.',
  );
}

function checkConclusion(facts: Facts) {
  const judgement = createJudgement();
  judgeAnswers(facts, judgement, {
    contact: ['198.51.100.77'],
    account: ['svc-backup'],
    name: ['khf-signin.example.net', 'https://khf-signin.example.net/owa/'],
  });
  for (const part of [CONTACT, 'ransomware/8', LOOKALIKE_QUERY])
    judgement.row(alertOf(facts, part));
  return judgement.outcome(
    'The password was given on the look-alike page, the loader came the next day, and the account of the backup took the attack to FS-01. Block the address and the names, lock both accounts, isolate both machines.',
  );
}
