import { isObject } from '../../../../platform/records/json-record.ts';
import { type ConnectorContext, ConnectorFailure, type PushItem } from '../../connector.types.ts';
import { needing } from '../kit/needing.ts';
import { textIn, unexpected } from '../shared/answers.ts';
import { OUR_SOURCE } from '../shared/push.ts';
import { headersOf, type TheHiveSettings } from './settings.ts';
import { ask } from './thehive-api.ts';

type Context = ConnectorContext<TheHiveSettings>;

const SEVERITIES = { LOW: 1, MEDIUM: 2, HIGH: 3, CRITICAL: 4 } as const;
/** Amber, for both TLP and PAP: what is sent may be told within the organisation. */
const AMBER = 2;
const MOST_OBSERVABLES = 200;

const DATA_TYPES: ReadonlyMap<string, string> = new Map([
  ['ip', 'ip'],
  ['domain', 'domain'],
  ['url', 'url'],
  ['email', 'mail'],
  ['md5', 'hash'],
  ['sha1', 'hash'],
  ['sha256', 'hash'],
  ['sha512', 'hash'],
  ['file', 'filename'],
  ['registry', 'registry'],
  ['user-agent', 'user-agent'],
]);

/** `sourceRef` is our id: TheHive holds it once, and what is there already is named instead. */
export async function pushAlert(
  context: Context,
  item: PushItem,
): Promise<{ readonly reference: string; readonly url: string | null }> {
  const known = await find(context, item.id);
  if (known !== null) return placeOf(context, known);
  const headers = headersOf(context);
  const { status, body } = await needing('The permission manageAlert (profile analyst)', () =>
    context.http.json({
      method: 'POST',
      url: `${context.settings.address}/api/v1/alert`,
      headers,
      body: alertOf(item),
      why: 'an alert that a person sends',
      expects: [400],
    }),
  );
  const id = status === 400 ? await find(context, item.id) : textIn(body, '_id');
  if (id !== null) return placeOf(context, id);
  if (status !== 400) throw unexpected('TheHive', 'the id of the alert');
  const said = textIn(body, 'message');
  throw new ConnectorFailure(
    'settings',
    `TheHive does not take the alert${said === null ? '' : ` (${said.slice(0, 100)})`}. Check what its observables may be.`,
  );
}

async function find(context: Context, id: string): Promise<string | null> {
  const { body } = await ask(context, 'whether the alert is there already', [
    { _name: 'listAlert' },
    {
      _name: 'filter',
      _and: [
        { _eq: { _field: 'source', _value: OUR_SOURCE } },
        { _eq: { _field: 'sourceRef', _value: id } },
      ],
    },
    { _name: 'page', from: 0, to: 1 },
  ]);
  const [first]: unknown[] = Array.isArray(body) ? body : [];
  return isObject(first) ? textIn(first, '_id') : null;
}

function placeOf({ settings }: Context, id: string) {
  return { reference: id, url: `${settings.address}/alerts/${encodeURIComponent(id)}/details` };
}

function alertOf(item: PushItem) {
  return {
    type: item.kind,
    source: OUR_SOURCE,
    sourceRef: item.id,
    title: item.title,
    description: item.description === '' ? item.title : item.description,
    severity: SEVERITIES[item.severity],
    date: Date.parse(item.createdAt),
    tags: [...item.techniques],
    tlp: AMBER,
    pap: AMBER,
    observables: item.observables.slice(0, MOST_OBSERVABLES).map(({ type, value }) => ({
      dataType: DATA_TYPES.get(type) ?? 'other',
      data: value,
    })),
  };
}
