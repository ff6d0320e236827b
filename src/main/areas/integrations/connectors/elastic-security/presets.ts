import type { JsonObject } from '../../../../platform/records/json-record.ts';

/**
 * Where the products keep their detections. Elastic Security: "Alert schema" (data streams
 * .alerts-security.alerts-<space>). OpenSearch Security Analytics: "Working with alerts". Security
 * Onion: "Alerts" (documents tagged `alert`). Wazuh: "Wazuh indexer indices".
 */
export interface Preset {
  readonly label: string;
  readonly indices: string;
  readonly engine: 'elasticsearch' | 'opensearch';
  readonly timeField: string;
  readonly must?: JsonObject;
  readonly mustNot?: JsonObject;
}

export const PRESETS = {
  'elastic-security': {
    label: 'Elastic Security alerts',
    indices: '.alerts-security.alerts-*',
    engine: 'elasticsearch',
    timeField: '@timestamp',
    // A building block is a step towards another alert, which Elastic does not show by itself either.
    mustNot: { exists: { field: 'kibana.alert.building_block_type' } },
  },
  'opensearch-security-analytics': {
    label: 'OpenSearch Security Analytics alerts',
    indices: '.opensearch-sap-*-alerts*',
    engine: 'opensearch',
    timeField: 'start_time',
  },
  'security-onion': {
    label: 'Security Onion alerts',
    indices: '*:so-*,so-*,*:logs-*,logs-*',
    engine: 'elasticsearch',
    timeField: '@timestamp',
    must: { term: { tags: 'alert' } },
  },
  wazuh: {
    label: 'Wazuh indexer alerts',
    indices: 'wazuh-alerts-*',
    engine: 'opensearch',
    timeField: '@timestamp',
  },
} as const satisfies Record<string, Preset>;

type PresetName = keyof typeof PRESETS;
export const PRESET_NAMES = Object.keys(PRESETS) as [PresetName, ...PresetName[]];
