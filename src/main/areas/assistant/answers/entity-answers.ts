/** Answers about an entity or a technique: what alerts say of it. */
import { alertsContract } from '../../../../shared/areas/alerts/alerts.contract.ts';
import type { TimeSpan } from '../../../../shared/areas/assistant/intents/time-words.ts';
import {
  type EntityKind,
  type EntityRef,
  entitiesContract,
} from '../../../../shared/areas/entities/entities.contract.ts';
import { entityLabel } from '../../../../shared/areas/entities/entities.rules.ts';
import { suppressionContract } from '../../../../shared/areas/suppression/suppression.contract.ts';
import { alertTable, citeAlerts, countOf } from './alert-answers.ts';
import { controlLink, type Desk, entityPage, incidentLink, pageLink } from './desk.ts';
import {
  type Answerer,
  cell,
  cite,
  counted,
  figure,
  figures,
  links,
  say,
  severityCell,
  table,
  timeCell,
} from './parts.ts';

const SHOWN = 5;

const QUERY_FIELDS: Partial<Record<EntityKind, string>> = {
  host: 'host',
  user: 'user',
  address: 'ip',
};

/** Alerts of an entity in a span, asked for as the queue's address says it, so that both count the same. */
async function ofSpan(desk: Desk, { kind, value }: EntityRef, span: TimeSpan | null) {
  const field = QUERY_FIELDS[kind];
  if (field !== undefined && /^[\p{L}\p{N}._:$@-]+$/u.test(value)) {
    const query = { query: `${field}:${value}`, from: span?.from, to: span?.to ?? undefined };
    const { rows, total } = await desk.list(alertsContract.list, {
      query: { ...query, limit: SHOWN },
    });
    return { rows, n: total ?? (await countOf(desk, query)), to: pageLink('/alerts', query) };
  }
  const { rows } = await desk.list(entitiesContract.alerts, { query: { kind, value, limit: 200 } });
  const inSpan = rows.filter(
    ({ createdAt }) =>
      span === null || (createdAt >= span.from && (span.to === null || createdAt <= span.to)),
  );
  const isWhole = rows.length < 200;
  return { rows: inSpan.slice(0, SHOWN), n: isWhole ? inSpan.length : null, to: null };
}

export const entityActivity: Answerer = async ({ desk, asked, span }) => {
  const entity = asked.slots.entity;
  if (entity === null)
    return { parts: [say('Name a host, an account, an address, a hash or a mailbox.')] };
  const profile = await desk.read(entitiesContract.profile, { query: { ...entity } });
  const label = entityLabel(entity.kind, entity.value);
  const page = entityPage(entity.kind, profile.value);
  if (profile.alerts === 0)
    return {
      parts: [
        say(
          `No alert names ${label}${profile.isGathering ? ' yet; alerts are still being gathered' : ''}.`,
        ),
        ...links([
          {
            label: 'Look for it in the alerts',
            to: pageLink('/alerts', { q: entity.value.slice(0, 200) }),
          },
        ]),
      ],
    };
  const { rows, n, to } = await ofSpan(desk, { kind: entity.kind, value: profile.value }, span);
  const linked = await desk.read(entitiesContract.links, { query: { ...entity } });
  return {
    parts: [
      say(
        `${counted(profile.alerts, 'alert')} in all name ${label}${profile.mark.criticality === 'CRITICAL' ? ', which is marked as a critical asset' : ''}.`,
      ),
      figures([
        figure('Alerts in all', profile.alerts, page),
        ...(span === null ? [] : [figure(`Alerts ${span.label}`, n, to)]),
        figure(
          `Open${profile.counted < profile.alerts ? `, of the newest ${profile.counted}` : ''}`,
          profile.byStatus.OPEN + profile.byStatus.IN_PROGRESS,
          page,
        ),
        figure('Incidents', linked.incidents.length, page),
      ]),
      ...(rows.length === 0
        ? [say(`None of them ${span?.label ?? 'is in the queue'}.`)]
        : alertTable(`Newest of them ${span?.label ?? ''}`.trim(), rows, n, to ?? page)),
      ...table({
        caption: 'Incidents it is in',
        columns: ['Incident', 'Severity', 'Last seen'],
        rows: linked.incidents
          .slice(0, 3)
          .map((one) => [
            cell(one.title, incidentLink(one.id)),
            severityCell(one.severity),
            timeCell(one.lastSeen),
          ]),
      }),
    ],
    evidence: [
      ...cite('entity', `${entity.kind}:${profile.value}`, label, page),
      ...citeAlerts(rows),
    ],
  };
};

export const technique: Answerer = async ({ desk, asked }) => {
  const id = asked.slots.techniques[0];
  if (id === undefined) return { parts: [say('Name a technique by its ATT&CK id, as T1021.001.')] };
  const known = desk.technique(id);
  const query = `tech:${id}`;
  const link = pageLink('/alerts', { query });
  const n = await countOf(desk, { query });
  const { rows } = await desk.list(alertsContract.list, { query: { query, limit: SHOWN } });
  const controls = await desk.read(suppressionContract.controls, { query: { techniques: id } });
  const against = controls.filter(({ why }) => why.includes(id.split('.')[0] ?? id));
  return {
    parts: [
      say(
        known
          ? `${id} is ${known.name}${known.tactics.length > 0 ? `, of ${known.tactics.join(', ')}` : ''} (MITRE ATT&CK).`
          : `${id} is not among the techniques of ATT&CK that this version knows.`,
      ),
      figures([figure('Alerts that name it', n, link)]),
      ...alertTable('The newest of these alerts', rows, null, link),
      ...table({
        caption: 'Controls that should stop it',
        columns: ['Control', 'Title', 'Framework'],
        rows: against
          .slice(0, SHOWN)
          .map((one) => [cell(one.ref, controlLink(one.id)), cell(one.title), cell(one.framework)]),
      }),
    ],
    evidence: [...cite('technique', id, known?.name ?? id, link), ...citeAlerts(rows)],
    suggestions: ['Top techniques', 'Open gaps'],
  };
};
