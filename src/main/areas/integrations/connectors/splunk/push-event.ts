import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { isObject } from '../../../../platform/records/json-record.ts';
import { type ConnectorContext, ConnectorFailure, type PushItem } from '../../connector.types.ts';
import type { SplunkSettings } from './settings.ts';

const ASK_EVERY_MS = 500;
const MOST_QUESTIONS = 20;

/** "HTTP Event Collector REST API endpoints": codes of a refusal, and what a person does about each. */
const REFUSALS: Readonly<Record<number, readonly [ConnectorFailure['kind'], string]>> = {
  1: ['credentials', 'the token is switched off'],
  2: ['credentials', 'a token is needed'],
  3: ['credentials', 'the token was not understood'],
  4: ['credentials', 'the token is not known'],
  5: ['answer', 'no data was understood'],
  6: ['answer', 'the event was not understood'],
  7: ['settings', 'the token may not write to this index'],
  8: ['unavailable', 'an error on its side'],
  9: ['unavailable', 'it is busy'],
  10: ['answer', 'the data channel is missing'],
  11: ['answer', 'the data channel is not valid'],
  14: ['settings', 'acknowledgement is switched off for this token'],
};

/** Sends one event, and waits for its acknowledgement where the token asks for it. */
export async function pushEvent(
  context: ConnectorContext<SplunkSettings>,
  item: PushItem,
): Promise<{ reference: string; url: string | null }> {
  const { settings } = context;
  if (settings.collector === '') {
    throw new ConnectorFailure(
      'settings',
      'No event collector is named. Give its address and token in the settings.',
    );
  }
  const channel = randomUUID();
  const body = await ask(context, channel, '/services/collector/event', {
    time: Date.parse(item.createdAt) / 1_000,
    source: 'watchfloor',
    sourcetype: `watchfloor:${item.kind}`,
    ...(settings.collectorIndex === '' ? {} : { index: settings.collectorIndex }),
    event: item,
  });
  if (typeof body.ackId === 'number') await acknowledged(context, channel, body.ackId);
  return { reference: item.id, url: null };
}

async function acknowledged(
  context: ConnectorContext<SplunkSettings>,
  channel: string,
  id: number,
): Promise<void> {
  for (let asked = 0; asked < MOST_QUESTIONS; asked++) {
    const path = `/services/collector/ack?channel=${channel}`;
    const { acks } = await ask(context, channel, path, { acks: [id] });
    if (isObject(acks) && acks[String(id)] === true) return;
    await wait(ASK_EVERY_MS, undefined, { signal: context.signal });
  }
  throw new ConnectorFailure(
    'unavailable',
    'Splunk took the event and has not confirmed that it is indexed. Look for its id there before sending it again.',
  );
}

async function ask(
  context: ConnectorContext<SplunkSettings>,
  channel: string,
  path: string,
  body: object,
): Promise<Record<string, unknown>> {
  const reply = await context.http.json({
    method: 'POST',
    url: `${context.settings.collector}${path}`,
    headers: {
      authorization: `Splunk ${context.secret('collectorToken').trim()}`,
      'x-splunk-request-channel': channel,
    },
    body,
    why: 'send an alert to the event collector',
    expects: [400, 401, 403, 503],
  });
  const answer = isObject(reply.body) ? reply.body : {};
  const isGood = reply.status < 300 && (answer.code === undefined || answer.code === 0);
  if (isGood) return answer;
  const [kind, reason] = REFUSALS[Number(answer.code ?? -1)] ?? [
    'unavailable',
    `status ${reply.status}`,
  ];
  throw new ConnectorFailure(kind, `The event collector did not take the event: ${reason}.`);
}
