import { isObject, type JsonObject } from '../../../../platform/records/json-record.ts';
import { severityOfWord } from '../../../../platform/records/severity-words.ts';
import { firstLabel, label, techniquesOf } from '../../../../platform/records/text.ts';
import type { ParseOutcome } from '../../../alerts/import/imported-alert.ts';
import type { ImportTally } from '../../../alerts/import/tally.ts';
import { makeAlert } from '../kit/make-alert.ts';
import { objectIn } from '../shared/answers.ts';
import { OUR_SOURCE } from '../shared/push.ts';

/** An alert of /alerts/filter or a case of /manage/cases/list. */
export function mapRecord(record: unknown, tally: ImportTally): ParseOutcome {
  if (!isObject(record)) return { type: 'rejected', reason: 'not a JSON object' };
  return 'case_id' in record ? mapCase(record, tally) : mapAlert(record, tally);
}

export function keyOfRecord(record: unknown): string | null {
  if (!isObject(record)) return null;
  const [kind, ...ids] =
    'case_id' in record
      ? (['case', record.case_uuid, record.case_id] as const)
      : (['alert', record.alert_uuid, record.alert_id] as const);
  const id = firstLabel(...ids);
  return id === null ? null : `${kind} ${id}`;
}

function mapAlert(record: JsonObject, tally: ImportTally): ParseOutcome {
  if (record.alert_source === OUR_SOURCE)
    return { type: 'skipped', reason: 'alerts that were sent from here' };
  const source = label(record.alert_source);
  return makeAlert(
    {
      title: record.alert_title,
      description: record.alert_description,
      severity: severityOfWord(objectIn(record, 'severity')?.severity_name),
      source: 'DFIR-IRIS',
      ...placesOf(record),
      detector: `iris:${source ?? ''}`,
      category: objectIn(record, 'classification')?.name,
      techniques: techniquesOf(record.alert_tags, record.alert_title, record.alert_description),
      time: utc(firstLabel(record.alert_source_event_time, record.alert_creation_time)),
    },
    tally,
  );
}

function mapCase(record: JsonObject, tally: ImportTally): ParseOutcome {
  return makeAlert(
    {
      title: record.case_name,
      description: record.case_description,
      severity: severityOfWord(objectIn(record, 'severity')?.severity_name) ?? 'MEDIUM',
      source: 'DFIR-IRIS',
      detector: 'iris:case',
      category: 'Case',
      techniques: techniquesOf(record.case_name, record.case_description),
      time: dayOf(firstLabel(record.case_initial_date, record.case_open_date)),
    },
    tally,
  );
}

/** Times of IRIS name no zone and are UTC. */
function utc(text: string | null): string | null {
  return text !== null && /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?$/.test(text)
    ? `${text}Z`
    : text;
}

/** Days of cases are written as month/day/year. */
function dayOf(text: string | null): string | null {
  const parts = text === null ? null : /^(\d\d)\/(\d\d)\/(\d{4})$/.exec(text);
  if (parts) return `${parts[3]}-${parts[1]}-${parts[2]}T00:00:00Z`;
  return text !== null && /^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00:00Z` : utc(text);
}

const MOST_LISTED = 100;

/** The first asset that is a machine, the first that is an account, and the first two addresses. */
function placesOf(record: JsonObject) {
  const assets = listOf(record.assets);
  const kindOf = (asset: JsonObject) =>
    (label(objectIn(asset, 'asset_type')?.asset_name) ?? '').toLowerCase();
  const account = assets.find((asset) => kindOf(asset).includes('account'));
  const machine = assets.find((asset) => asset !== account);
  const addresses = listOf(record.iocs)
    .filter((ioc) => (label(objectIn(ioc, 'ioc_type')?.type_name) ?? '').startsWith('ip-'))
    .map((ioc) => [label(objectIn(ioc, 'ioc_type')?.type_name), label(ioc.ioc_value)] as const);
  const destination = addresses.find(([kind]) => kind === 'ip-dst');
  const source = addresses.find((one) => one !== destination);
  return {
    host: label(machine?.asset_name),
    user: label(account?.asset_name),
    sourceIp: source?.[1] ?? label(machine?.asset_ip),
    destIp: destination?.[1] ?? null,
  };
}

function listOf(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.slice(0, MOST_LISTED).filter(isObject) : [];
}
