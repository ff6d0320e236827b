import { type ConnectorContext, ConnectorFailure, type PushItem } from '../../connector.types.ts';
import { needing } from '../kit/needing.ts';
import { listIn, numberIn, objectIn, textIn } from '../shared/answers.ts';
import { OUR_SOURCE } from '../shared/push.ts';
import { get, READ } from './iris-api.ts';
import { headersOf, type IrisSettings } from './settings.ts';

type Context = ConnectorContext<IrisSettings>;

const WRITE = 'The permission alerts_write, and access to the customer';
const SEVERITIES = { LOW: 'Low', MEDIUM: 'Medium', HIGH: 'High', CRITICAL: 'Critical' } as const;
const MOST_IOCS = 200;
const AMBER = 'amber';

const IOC_TYPES: ReadonlyMap<string, string> = new Map([
  ['ip', 'ip-any'],
  ['domain', 'domain'],
  ['url', 'url'],
  ['email', 'email'],
  ['md5', 'md5'],
  ['sha1', 'sha1'],
  ['sha256', 'sha256'],
  ['sha512', 'sha512'],
  ['file', 'filename'],
  ['registry', 'regkey'],
  ['user-agent', 'user-agent'],
  ['mutex', 'mutex'],
]);

/** Our id is the reference of the source: IRIS is asked for it first, and nothing is sent twice. */
export async function pushAlert(
  context: Context,
  item: PushItem,
): Promise<{ readonly reference: string; readonly url: string | null }> {
  const known = await find(context, item.id);
  if (known !== null) return placeOf(context, known);
  const body = await alertOf(context, item);
  const headers = headersOf(context);
  const reply = await needing(WRITE, () =>
    context.http.json({
      method: 'POST',
      url: `${context.settings.address}/alerts/add`,
      headers,
      body,
      why: 'an alert that a person sends',
      expects: [400],
    }),
  );
  const id = numberIn(objectIn(reply.body, 'data'), 'alert_id');
  if (reply.status !== 400 && id !== null) return placeOf(context, id);
  const said = textIn(reply.body, 'message');
  throw new ConnectorFailure(
    'settings',
    `DFIR-IRIS does not take the alert${said === null ? '' : ` (${said.slice(0, 100)})`}. Check the customer in the settings.`,
  );
}

async function find(context: Context, id: string): Promise<number | null> {
  const query = new URLSearchParams({
    source_reference: id,
    alert_source: OUR_SOURCE,
    page: '1',
    per_page: '10',
  });
  const why = 'whether the alert is there already';
  const { body } = await get(context, `/alerts/filter?${query}`, { why, right: READ });
  // Older versions do not know the filter, or look for a part of it: the reference itself decides.
  const found = (listIn(body, 'data', 'alerts') ?? []).find(
    (one) => textIn(one, 'alert_source_ref') === id && textIn(one, 'alert_source') === OUR_SOURCE,
  );
  return numberIn(found, 'alert_id');
}

function placeOf({ settings }: Context, id: number) {
  return { reference: String(id), url: `${settings.address}/alerts?alert_ids=${id}` };
}

/** Numbers of words differ between installations: each is looked up by its name. */
async function numberOf(
  context: Context,
  list: { readonly path: string; readonly id: string; readonly name: string },
  names: readonly string[],
): Promise<number> {
  const { body } = await get(context, list.path, { why: 'the words of DFIR-IRIS', right: READ });
  const words = listIn(body, 'data') ?? [];
  for (const name of names) {
    const found = words.find((one) => textIn(one, list.name)?.toLowerCase() === name.toLowerCase());
    const id = numberIn(found, list.id);
    if (id !== null) return id;
  }
  throw new ConnectorFailure(
    'settings',
    `DFIR-IRIS has no ${names.join(' or ')} in its list ${list.path}. Add it there.`,
  );
}

const LISTS = {
  severity: { path: '/manage/severities/list', id: 'severity_id', name: 'severity_name' },
  status: { path: '/manage/alert-status/list', id: 'status_id', name: 'status_name' },
  type: { path: '/manage/ioc-types/list', id: 'type_id', name: 'type_name' },
  tlp: { path: '/manage/tlp/list', id: 'tlp_id', name: 'tlp_name' },
} as const;

async function alertOf(context: Context, item: PushItem) {
  const severity = await numberOf(context, LISTS.severity, [SEVERITIES[item.severity]]);
  const status = await numberOf(context, LISTS.status, ['New', 'Unspecified']);
  return {
    alert_title: item.title,
    alert_description: item.description,
    alert_source: OUR_SOURCE,
    alert_source_ref: item.id,
    alert_source_event_time: item.createdAt.slice(0, 19),
    alert_severity_id: severity,
    alert_status_id: status,
    alert_customer_id: context.settings.customerId,
    alert_tags: item.techniques.join(','),
    alert_source_content: item.record ?? {},
    alert_iocs: await iocsOf(context, item),
    alert_assets: [],
  };
}

async function iocsOf(context: Context, { observables }: PushItem) {
  if (observables.length === 0) return [];
  const tlp = await numberOf(context, LISTS.tlp, [AMBER]);
  const types = new Map<string, number>();
  for (const { type } of observables.slice(0, MOST_IOCS)) {
    if (types.has(type)) continue;
    types.set(type, await numberOf(context, LISTS.type, [IOC_TYPES.get(type) ?? 'other', 'other']));
  }
  return observables.slice(0, MOST_IOCS).map(({ type, value }) => ({
    ioc_value: value,
    ioc_description: `Sent by ${OUR_SOURCE}`,
    ioc_type_id: types.get(type),
    ioc_tlp_id: tlp,
    ioc_tags: '',
  }));
}
