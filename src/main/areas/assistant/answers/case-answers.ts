/** Answers about one alert, group or incident. */
import { alertsContract } from '../../../../shared/areas/alerts/alerts.contract.ts';
import { engineContract } from '../../../../shared/areas/assistant/engine.contract.ts';
import type { EngineReason } from '../../../../shared/areas/assistant/explanation.ts';
import { entityLabel } from '../../../../shared/areas/entities/entities.rules.ts';
import { groupsContract } from '../../../../shared/areas/incidents/groups.contract.ts';
import { incidentsContract } from '../../../../shared/areas/incidents/incidents.contract.ts';
import { SEVERITY_LABELS } from '../../../../shared/kernel/severity.ts';
import { HOUR_MS } from '../../../../shared/kernel/time.ts';
import { alertLink, entityPage, found, groupLink, incidentLink, pageLink } from './desk.ts';
import {
  type AnswerBody,
  type Answerer,
  type AskedHere,
  byWords,
  cell,
  cite,
  counted,
  figure,
  figures,
  links,
  numberCell,
  quote,
  say,
  severityCell,
  table,
  timeCell,
  words,
} from './parts.ts';

const SHOWN = 5;
const NO_ALERT: AnswerBody = {
  parts: [
    say('Open an alert first, or name its id: then I can say what is known of it.'),
    ...links([{ label: 'Open the queue', to: '/alerts' }]),
  ],
  suggestions: ['What should I look at first?'],
};

const reasonLine = ({ text, points }: EngineReason) =>
  points === 0 ? text : `${text} (${points > 0 ? '+' : '−'}${Math.abs(points)})`;

const DECISION_WORDS = {
  escalate: 'It should be escalated.',
  review: 'A person should look at it.',
  'likely-benign': 'It is likely benign; a person decides.',
  'auto-close': 'It may be closed by itself, where automation was switched on for its pattern.',
} as const;

async function engineParts(here: AskedHere, id: string): Promise<AnswerBody | null> {
  const explained = await found(here.desk.read(engineContract.explain, { params: { id } }));
  if (!explained) return null;
  const { explanation: one } = explained;
  const list = (caption: string, lines: readonly string[]) =>
    table({ caption, columns: [caption], rows: lines.slice(0, 8).map((line) => [cell(line)]) });
  return {
    parts: [
      say(
        `${DECISION_WORDS[one.decision]} Suspicion ${one.suspicion} of 100, by the rules of version ${one.version}.`,
      ),
      ...list('Why', one.reasons.map(reasonLine)),
      ...list('What speaks against it', one.counter.map(reasonLine)),
      ...(one.support
        ? [
            say(
              `Alerts of its pattern were closed as benign ${one.support.closed} times on ${one.support.days} days, and found malicious ${one.support.malicious} times.`,
            ),
          ]
        : []),
      ...list(
        'Why it is not closed by itself',
        one.missing.map(({ text }) => text),
      ),
      ...list(
        'What to do next',
        one.next.map(({ text }) => text),
      ),
      ...table({
        caption: 'Similar alerts of the past',
        columns: ['Alert', 'Verdict', 'Closed'],
        rows: one.similar.map((past) => [
          cell(past.title, alertLink(past.alertId)),
          cell(past.verdict && words(past.verdict)),
          timeCell(past.closedAt),
        ]),
      }),
    ],
    evidence: one.similar.flatMap((past) =>
      cite('alert', past.alertId, past.title, alertLink(past.alertId)),
    ),
  };
}

export const explainAlert: Answerer = async (here) => {
  const id = here.asked.slots.alertId;
  if (id === null) return NO_ALERT;
  const alert = await found(here.desk.read(alertsContract.get, { params: { id } }));
  if (!alert) return { parts: [say('There is no alert with this id.')] };
  const engine = await engineParts(here, id);
  const techniques = alert.techniques.map((technique) => {
    const known = here.desk.technique(technique);
    return known ? `${technique} ${known.name}` : technique;
  });
  const entities = (
    [
      ['host', alert.sourceHost],
      ['user', alert.sourceUser],
      ['address', alert.sourceIp],
      ['address', alert.destIp],
    ] as const
  ).flatMap(([kind, value]) =>
    value === null
      ? []
      : [{ label: `Open ${entityLabel(kind, value)}`, to: entityPage(kind, value) }],
  );
  const facts: AnswerBody['parts'] = [
    say(
      `${SEVERITY_LABELS[alert.severity]} alert from ${alert.source}${alert.detector === null ? '' : `, detector ${alert.detector}`}, ${words(alert.status)}.`,
    ),
    quote(alert.title),
    ...(alert.description ? [quote(alert.description)] : []),
    ...(techniques.length > 0 ? [say(`Its source names ${techniques.join(', ')}.`)] : []),
  ];
  return {
    parts: [
      ...facts,
      ...(engine?.parts ?? [
        say('The engine has not decided about it yet, so this is only what its source says.'),
      ]),
      ...links([{ label: 'Open the alert', to: alertLink(id) }, ...entities]),
    ],
    evidence: [...cite('alert', id, alert.title, alertLink(id)), ...(engine?.evidence ?? [])],
    suggestions: [
      'Why were these grouped?',
      ...(alert.sourceHost === null
        ? []
        : [`What happened on ${alert.sourceHost.slice(0, 60)} since yesterday?`]),
    ],
  };
};

export const whyGrouped: Answerer = async ({ desk, asked }) => {
  const { alertId, groupKey } = asked.slots;
  const ofAlert =
    alertId === null
      ? undefined
      : await found(desk.read(groupsContract.ofAlert, { params: { id: alertId } }));
  const key = ofAlert?.group?.key ?? groupKey;
  const group =
    ofAlert?.group ??
    (key ? await found(desk.read(groupsContract.get, { params: { key } })) : undefined);
  if (!group)
    return {
      parts: [
        say('Open an alert or a group first: then I can say why it was grouped.'),
        ...links([{ label: 'Open the groups', to: pageLink('/alerts', { show: 'groups' }) }]),
      ],
    };
  const rules = await desk.read(groupsContract.fingerprints);
  const rule =
    rules.find(({ source }) => source === group.source) ??
    rules.find(({ source }) => source === '*');
  const fields = rule?.fields.join(', ') ?? 'the fields of its fingerprint';
  return {
    parts: [
      say(
        group.alerts === 1
          ? `This alert stands alone${group.isDetached ? ': an analyst took it out of another group' : ': no other of its fingerprint came within the same quarter of an hour'}.`
          : `${counted(group.alerts, 'alert')} are one group because they come from the same source within one quarter of an hour and agree in: ${fields}.`,
      ),
      figures([
        figure('Alerts of the group', group.alerts, groupLink(group.key)),
        figure('Open or in progress', group.active, groupLink(group.key)),
      ]),
      ...table({
        caption: 'What they name',
        columns: ['Entity', 'Alerts of the group'],
        rows: group.entities
          .slice(0, SHOWN)
          .map((one) => [
            cell(`${one.kind}: ${one.value}`, entityPage(one.kind, one.value)),
            numberCell(one.alerts),
          ]),
        to: groupLink(group.key),
      }),
    ],
    evidence: cite('group', group.key, group.title, groupLink(group.key)),
    suggestions: ['Why are these linked?'],
  };
};

async function incidentOf({ desk, asked }: AskedHere): Promise<string | null> {
  const { incidentId, alertId, groupKey } = asked.slots;
  if (incidentId !== null) return incidentId;
  if (alertId !== null) {
    const of = await found(desk.read(groupsContract.ofAlert, { params: { id: alertId } }));
    return of?.group?.incidentId ?? null;
  }
  if (groupKey === null) return null;
  return (
    (await found(desk.read(groupsContract.get, { params: { key: groupKey } })))?.incidentId ?? null
  );
}

export const whyLinked: Answerer = async (here) => {
  const { desk } = here;
  const id = await incidentOf(here);
  const incident =
    id === null
      ? undefined
      : await found(desk.read(incidentsContract.getIncident, { params: { id } }));
  if (!incident)
    return {
      parts: [
        say('Open an incident or one of its alerts first: then I can say what links them.'),
        ...links([{ label: 'Open the incidents', to: pageLink('/alerts', { show: 'incidents' }) }]),
      ],
    };
  const { rows: edges, total } = await desk.list(incidentsContract.listIncidentEdges, {
    params: { id: incident.id },
    query: { limit: SHOWN },
  });
  const link = incidentLink(incident.id);
  return {
    parts: [
      say(
        edges.length === 0
          ? `This incident is one group${incident.isHeld ? ', placed by a person' : ''}: nothing links it to another.`
          : `${counted(incident.groups, 'group')} with ${counted(incident.alerts, 'alert')} are one incident by ${counted(total ?? edges.length, 'link')}: they name the same entities within 24 hours. The weakest links:`,
      ),
      ...table({
        caption: 'Links',
        columns: ['Between', 'And', 'Shared', 'Strength', 'Hours apart'],
        rows: edges.map((edge) => [
          cell(edge.from.title, groupLink(edge.from.key)),
          cell(edge.to.title, groupLink(edge.to.key)),
          cell(edge.shared.map(({ kind, value }) => `${kind} ${value}`).join(', ')),
          numberCell(Math.round(edge.strength)),
          numberCell(Math.round((10 * edge.gapMs) / HOUR_MS) / 10),
        ]),
        total,
        to: link,
      }),
      ...(incident.reason === null
        ? []
        : [say('A person also decided about it, with this reason:'), quote(incident.reason)]),
    ],
    evidence: cite('incident', incident.id, incident.name, link),
  };
};

export const incidents: Answerer = async (here) => {
  const { desk, asked, span } = here;
  const { incidentId, severities, statuses, time } = asked.slots;
  const asksForOne = incidentId !== null && /\b(?:this|explain|it)\b/.test(asked.words.join(' '));
  if (asksForOne) return oneIncident(here, incidentId);
  const isClosed =
    statuses.length > 0 &&
    statuses.every((status) => status === 'RESOLVED' || status === 'FALSE_POSITIVE');
  const query = {
    severity: severities.join(',') || undefined,
    state: isClosed ? 'closed' : 'active',
    sort: asked.words.some((word) => /^(?:urgent|worst|severe)/.test(word)) ? 'severity' : 'newest',
  };
  const { rows, total, q, note } = await byWords(asked, 'incident', (words) =>
    desk.list(incidentsContract.listIncidents, { query: { ...query, q: words, limit: SHOWN } }),
  );
  const shown =
    time === null || span === null ? rows : rows.filter(({ lastSeen }) => lastSeen >= span.from);
  const link = pageLink('/alerts', { show: 'incidents', q });
  return {
    parts: [
      ...note,
      figures([
        figure(isClosed ? 'Closed incidents' : 'Incidents with something open', total, link),
      ]),
      ...(time !== null && span !== null
        ? [
            say(
              `I know how many there are in all, not how many ${span.label}: of the newest ${SHOWN}, ${shown.length} were seen then.`,
            ),
          ]
        : []),
      ...table({
        caption: 'Incidents',
        columns: ['Incident', 'Severity', 'Alerts', 'Open', 'Last seen'],
        rows: shown.map((one) => [
          cell(one.name, incidentLink(one.id)),
          severityCell(one.severity),
          numberCell(one.alerts),
          numberCell(one.active),
          timeCell(one.lastSeen),
        ]),
        total,
        to: link,
      }),
    ],
    evidence: shown.flatMap((one) => cite('incident', one.id, one.name, incidentLink(one.id))),
    suggestions: ['What should I look at first?'],
  };
};

async function oneIncident({ desk }: AskedHere, id: string): Promise<AnswerBody> {
  const one = await found(desk.read(incidentsContract.getIncident, { params: { id } }));
  if (!one) return { parts: [say('There is no incident with this id.')] };
  const link = incidentLink(one.id);
  return {
    parts: [
      say(`${SEVERITY_LABELS[one.severity]} incident:`),
      quote(one.name),
      figures([
        figure('Alerts', one.alerts, link),
        figure('Open or in progress', one.active, link),
        figure('Groups', one.groups, link),
      ]),
      ...table({
        caption:
          one.entityGroups < one.groups
            ? `What is in most of its newest ${one.entityGroups} groups`
            : 'What is in most of it',
        columns: ['Entity', 'Groups of the incident', 'Groups in all'],
        rows: one.entities
          .slice(0, SHOWN)
          .map((entity) => [
            cell(`${entity.kind}: ${entity.value}`, entityPage(entity.kind, entity.value)),
            numberCell(entity.groups),
            numberCell(entity.groupsHere),
          ]),
        to: link,
      }),
      ...(one.techniques.length > 0
        ? [say(`Techniques named by its alerts: ${one.techniques.slice(0, 10).join(', ')}.`)]
        : []),
    ],
    evidence: cite('incident', one.id, one.name, link),
    suggestions: ['Why are these linked?'],
  };
}
