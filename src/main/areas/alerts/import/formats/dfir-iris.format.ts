import { valueAt } from '../../../../platform/records/field-paths.ts';
import { isObject, type JsonObject } from '../../../../platform/records/json-record.ts';
import { severityOfWord } from '../../../../platform/records/severity-words.ts';
import { firstLabel, label } from '../../../../platform/records/text.ts';
import type { ParseOutcome } from '../imported-alert.ts';
import type { ImportTally } from '../tally.ts';
import type { JsonFormat } from './format.ts';
import { lines, outcomeOf, taggedTechniques, textOf } from './told-alert.ts';

/**
 * Alerts and cases of DFIR-IRIS 2.x as its API writes them (DFIR-IRIS documentation, "Alerts" and "API
 * reference"). A case names its severity where its list does; where it does not, that is said.
 */
export const dfirIris: JsonFormat = {
  id: 'dfir-iris',
  marks: 'the fields of an alert or a case of DFIR-IRIS',
  recognises: (record) =>
    ('alert_title' in record && ('alert_source' in record || 'alert_id' in record)) ||
    ('case_name' in record && ('case_id' in record || 'case_uuid' in record)),
  parse: parseIris,
};

const KNOWN = new Set(
  `alert_id alert_uuid alert_title alert_description alert_source alert_source_ref alert_source_link
  alert_source_content alert_severity_id severity alert_status_id status alert_context
  alert_source_event_time alert_creation_time alert_note alert_tags alert_owner_id owner
  alert_customer_id customer alert_classification_id classification alert_resolution_status_id
  resolution_status iocs assets cases comments modification_history modification_histroy related_alerts
  case_id case_uuid case_name case_description case_open_date case_close_date case_soc_id case_customer
  client_name client_id classification_id classification_name opened_by opened_by_user_id owner_id
  state_id state_name status_id status_name close_date open_date customer_id customer_name severity_id
  severity_name case_tags custom_attributes initial_date modification_history protagonists
  open_by_user open_by_user_id reviewer reviewer_id review_status review_status_id access_level
  tags`.split(/\s+/),
);
const MOST = 200;
const MOST_SHOWN = 40;

function parseIris(record: JsonObject, tally: ImportTally): ParseOutcome {
  for (const name in record) if (!KNOWN.has(name)) tally.unknown(name);
  return 'alert_title' in record ? parseAlert(record, tally) : parseCase(record, tally);
}

function parseAlert(record: JsonObject, tally: ImportTally): ParseOutcome {
  const iocs = namesIn(record.iocs, 'ioc_value', 'ioc_type.type_name');
  const assets = namesIn(record.assets, 'asset_name', 'asset_type.asset_name');
  const host = assets.find(({ kind }) => !/account|user/i.test(kind));
  const user = assets.find(({ kind }) => /account|user/i.test(kind));
  const source = label(record.alert_source) ?? 'DFIR-IRIS';
  const all = [...assets, ...iocs];
  return outcomeOf(
    {
      title: textOf(record.alert_title),
      description: lines(
        textOf(record.alert_description),
        ...all.slice(0, MOST_SHOWN).map(({ kind, name }) => `${kind}: ${name}`),
        all.length > MOST_SHOWN ? `and ${all.length - MOST_SHOWN} more` : null,
      ),
      severity: severityOfWord(valueAt(record, 'severity.severity_name') ?? record.severity_name),
      source,
      host: host?.name,
      user: user?.name,
      sourceIp: iocs.find(({ kind }) => /^ip-(?:src|any)/.test(kind))?.name,
      destIp: iocs.find(({ kind }) => kind.startsWith('ip-dst'))?.name,
      detector: null,
      category: label(valueAt(record, 'classification.name_expanded')),
      techniques: taggedTechniques(record.alert_tags, record.alert_title),
      time: record.alert_source_event_time ?? record.alert_creation_time,
    },
    tally,
  );
}

function parseCase(record: JsonObject, tally: ImportTally): ParseOutcome {
  const customer = firstLabel(record.client_name, record.customer_name);
  const state = firstLabel(record.state_name, record.status_name);
  return outcomeOf(
    {
      title: textOf(record.case_name),
      description: lines(
        textOf(record.case_description),
        `DFIR-IRIS case ${label(record.case_id) ?? label(record.case_uuid) ?? ''}`,
        customer === null ? null : `Customer: ${customer}`,
        state === null ? null : `State: ${state}`,
      ),
      severity: severityOfWord(record.severity_name ?? valueAt(record, 'severity.severity_name')),
      source: 'DFIR-IRIS',
      detector: null,
      category: 'Case',
      techniques: taggedTechniques(record.case_tags, record.tags),
      time: firstLabel(record.case_open_date, record.open_date, record.initial_date) ?? undefined,
    },
    tally,
  );
}

function namesIn(
  value: unknown,
  namePath: string,
  kindPath: string,
): { readonly kind: string; readonly name: string }[] {
  if (!Array.isArray(value)) return [];
  return value.slice(0, MOST).flatMap((one) => {
    if (!isObject(one)) return [];
    const name = label(valueAt(one, namePath));
    return name === null ? [] : [{ kind: label(valueAt(one, kindPath)) ?? 'entity', name }];
  });
}
