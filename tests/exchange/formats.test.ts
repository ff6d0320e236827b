import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { ALERT_STATUSES } from '../../src/shared/areas/alerts/alerts.contract.ts';
import { VERDICTS } from '../../src/shared/areas/alerts/dispositions.rules.ts';
import type { AttackPort } from '../../src/shared/areas/exchange/alerts/attack.types.ts';
import { toEcs } from '../../src/shared/areas/exchange/alerts/ecs.ts';
import {
  navigatorLayer,
  TechniqueCounter,
} from '../../src/shared/areas/exchange/alerts/navigator.ts';
import { toOcsf } from '../../src/shared/areas/exchange/alerts/ocsf.ts';
import { toTimesketch } from '../../src/shared/areas/exchange/alerts/timesketch.ts';
import { toVeris } from '../../src/shared/areas/exchange/alerts/veris.ts';
import {
  exchangeAlert,
  exchangeCase,
  exchangeIndicator,
} from '../../src/shared/areas/exchange/case.fixture.ts';
import { SEVERITIES } from '../../src/shared/kernel/severity.ts';

const attack: AttackPort = {
  version: '19',
  technique: (id) =>
    id === 'T9999'
      ? null
      : { name: `Name of ${id}`, tactics: [{ id: 'TA0008', name: 'Lateral Movement' }] },
};

/** Written from the published definition of class 2004 and its objects in OCSF 1.7.0. */
const text = { type: 'string', minLength: 1 };
const time = { type: 'integer', minimum: 0 };
const named = { type: 'object', required: ['uid'], properties: { uid: text, name: text } };
const endpoint = { type: 'object', minProperties: 1, properties: { ip: text, hostname: text } };
const OCSF_SCHEMA = {
  type: 'object',
  required: [
    ...['activity_id', 'category_uid', 'class_uid', 'finding_info', 'metadata', 'severity_id'],
    ...['time', 'type_uid'],
  ],
  additionalProperties: false,
  properties: {
    activity_id: { enum: [0, 1, 2, 3, 99] },
    activity_name: text,
    category_uid: { const: 2 },
    category_name: { const: 'Findings' },
    class_uid: { const: 2004 },
    class_name: { const: 'Detection Finding' },
    type_uid: { enum: [200400, 200401, 200402, 200403, 200499] },
    type_name: text,
    time,
    severity_id: { enum: [0, 1, 2, 3, 4, 5, 6, 99] },
    severity: text,
    status_id: { enum: [0, 1, 2, 3, 4, 5, 6, 99] },
    status: text,
    message: text,
    is_alert: { type: 'boolean' },
    comment: text,
    raw_data: text,
    verdict_id: { enum: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 99] },
    verdict: text,
    assignee: named,
    unmapped: { type: 'object' },
    metadata: {
      type: 'object',
      required: ['product', 'version'],
      additionalProperties: false,
      properties: {
        version: { const: '1.7.0' },
        uid: text,
        event_code: text,
        logged_time: time,
        modified_time: time,
        profiles: { type: 'array', items: { const: 'incident' }, minItems: 1 },
        product: {
          ...{ type: 'object', required: ['name', 'vendor_name'] },
          ...{ properties: { name: text, vendor_name: text }, additionalProperties: false },
        },
      },
    },
    finding_info: {
      type: 'object',
      required: ['uid', 'title'],
      additionalProperties: false,
      properties: {
        ...{ uid: text, title: text, desc: text, created_time: time, modified_time: time },
        types: { type: 'array', items: text, minItems: 1 },
        analytic: {
          ...{ type: 'object', required: ['type_id'], additionalProperties: false },
          properties: { uid: text, type: text, type_id: { enum: [0, 1, 2, 3, 4, 5, 6, 99] } },
        },
        attacks: {
          type: 'array',
          minItems: 1,
          items: {
            type: 'object',
            anyOf: [{ required: ['tactics'] }, { required: ['technique'] }],
            additionalProperties: false,
            properties: {
              version: text,
              technique: named,
              sub_technique: named,
              tactics: { type: 'array', minItems: 1, items: { type: 'object' } },
            },
          },
        },
      },
    },
    device: {
      ...{ type: 'object', required: ['type_id'], additionalProperties: false },
      properties: { hostname: text, type: text, type_id: { enum: [0, 1, 2, 6, 99] } },
    },
    evidences: {
      type: 'array',
      minItems: 1,
      items: {
        ...{ type: 'object', minProperties: 1, additionalProperties: false },
        properties: {
          src_endpoint: endpoint,
          dst_endpoint: endpoint,
          actor: { type: 'object', required: ['user'] },
        },
      },
    },
    observables: {
      type: 'array',
      items: {
        type: 'object',
        required: ['name', 'type_id'],
        properties: { name: text, type_id: { enum: [0, 1, 2, 4, 99] }, type: text, value: text },
      },
    },
  },
};

const bare = exchangeAlert({
  ...{ sourceHost: null, sourceUser: null, sourceIp: null, destIp: null, detector: null },
  ...{ category: null, techniques: [], description: '' },
});

describe('[EX10] alerts leave as OCSF 1.7.0, class 2004', () => {
  const isValid = new Ajv2020({ strict: false, allErrors: true }).compile(OCSF_SCHEMA);

  test('every severity, status and verdict is valid', () => {
    for (const severity of SEVERITIES)
      for (const status of ALERT_STATUSES)
        for (const verdict of [null, ...VERDICTS]) {
          const made = toOcsf(exchangeAlert({ severity, status, verdict }), 'raw', attack);
          expect(isValid(made), JSON.stringify(isValid.errors)).toBe(true);
          expect(made.metadata).toMatchObject(verdict === null ? {} : { profiles: ['incident'] });
        }
  });

  test('what is not known is left out, and the schema would tell', () => {
    const made = toOcsf(bare, null, attack);
    expect(isValid(made), JSON.stringify(isValid.errors)).toBe(true);
    for (const name of ['device', 'evidences', 'observables', 'raw_data', 'comment'])
      expect(made).not.toHaveProperty(name);
    expect(isValid({ ...made, severity_id: 7 })).toBe(false);
    expect(isValid({ ...made, time: '2026' })).toBe(false);
  });

  test('sub-techniques stand beside their technique', () => {
    expect(toOcsf(exchangeAlert(), null, attack).finding_info).toMatchObject({
      attacks: [
        {
          version: '19',
          technique: { uid: 'T1021' },
          sub_technique: { uid: 'T1021.001' },
          tactics: [{ uid: 'TA0008', name: 'Lateral Movement' }],
        },
        { technique: { uid: 'T1569' } },
      ],
    });
  });
});

describe('[EX11] alerts leave in the Elastic Common Schema', () => {
  test('fields have the form that the schema asks for', () => {
    const made = toEcs(exchangeAlert({ destIp: 'not an address' }), '{"a":1}', attack);
    expect(made).toMatchObject({
      '@timestamp': '2026-11-20T10:00:00.000Z',
      ecs: { version: '8.17.0' },
      event: {
        kind: 'alert',
        category: ['intrusion_detection'],
        severity: 73,
        original: '{"a":1}',
      },
      source: { ip: '192.0.2.10' },
      destination: { address: 'not an address' },
      threat: {
        framework: 'MITRE ATT&CK',
        technique: { id: ['T1021', 'T1569'], subtechnique: { id: ['T1021.001', 'T1569.002'] } },
      },
      related: { ip: ['192.0.2.10'], user: ['svc-backup'], hosts: ['srv-1'] },
    });
    expect(made.destination).not.toHaveProperty('ip');
    expect(toEcs(bare, null, attack)).not.toHaveProperty('threat');
  });
});

test('[EX12] lines for Timesketch have the fields that it asks for, to the µs', () => {
  expect(toTimesketch(exchangeAlert(), attack)).toMatchObject({
    message: 'Service installed',
    datetime: '2026-11-20T10:00:00.000000+00:00',
    timestamp: Date.parse('2026-11-20T10:00:00Z') * 1_000,
    timestamp_desc: 'Alert Time',
    tactics: ['Lateral Movement'],
  });
});

describe('[EX13] a layer for the ATT&CK Navigator', () => {
  test('counts alerts, not mentions, and names its versions', () => {
    const counter = new TechniqueCounter();
    counter.add(['T1021.001', 'T1021.001'], '2026-11-20T10:00:00.000Z');
    counter.add(['T1021.001', 'T1566', 'nonsense'], '2026-11-19T10:00:00.000Z');
    const subject = { name: 'Alerts', description: 'All', alerts: 2 };
    const { layer, unknown } = navigatorLayer(subject, counter.list(), attack);
    expect(layer).toMatchObject({
      versions: { attack: '19', navigator: '5.1.0', layer: '4.5' },
      domain: 'enterprise-attack',
      techniques: [
        { techniqueID: 'T1021.001', score: 2, enabled: true },
        { techniqueID: 'T1566', score: 1 },
      ],
      gradient: { minValue: 0, maxValue: 2 },
    });
    expect(unknown.map(({ id }) => id)).toEqual(['nonsense']);
  });
});

/** The enumerations of schema 1.4.0 that are used, with what it requires. */
const list = (values: readonly string[]) => ({
  ...{ type: 'array', minItems: 1, uniqueItems: true },
  items: { enum: values },
});
const UNITS = [
  'NA',
  'Seconds',
  'Minutes',
  'Hours',
  'Days',
  'Weeks',
  'Months',
  'Years',
  'Never',
  'Unknown',
];
const span = {
  ...{ type: 'object', required: ['unit'], additionalProperties: false },
  properties: { unit: { enum: UNITS }, value: { type: 'number', minimum: 0 } },
};
const action = (variety: readonly string[], more: Record<string, unknown> = {}) => ({
  type: 'object',
  required: ['variety', 'vector', ...Object.keys(more)],
  properties: { variety: list(variety), vector: list(['Unknown', 'Email']), ...more },
});
const VERIS_SCHEMA = {
  type: 'object',
  required: [
    ...['actor', 'action', 'discovery_method', 'schema_version', 'asset', 'timeline'],
    ...['attribute', 'incident_id', 'security_incident', 'victim'],
  ],
  properties: {
    schema_version: { const: '1.4.0' },
    security_incident: { enum: ['Confirmed', 'Suspected', 'False positive', 'Near miss'] },
    actor: { type: 'object', minProperties: 1 },
    action: {
      type: 'object',
      minProperties: 1,
      additionalProperties: false,
      properties: {
        unknown: { type: 'object' },
        social: action(['Phishing', 'Unknown'], { target: list(['Unknown']) }),
        hacking: action(['Brute force', 'Use of stolen creds', 'Exploit vuln', 'DoS']),
        malware: action([
          ...[
            'Ransomware',
            'Downloader',
            'C2',
            'Password dumper',
            'Packet sniffer',
            'Scan network',
          ],
        ]),
      },
    },
    timeline: {
      type: 'object',
      required: ['incident'],
      additionalProperties: false,
      properties: {
        incident: {
          type: 'object',
          required: ['year'],
          properties: {
            year: { type: 'integer', minimum: 1970 },
            month: { type: 'integer', minimum: 1, maximum: 12 },
            day: { type: 'integer', minimum: 1, maximum: 31 },
            time: { type: 'string', pattern: '^\\d\\d:\\d\\d$' },
          },
        },
        ...{ compromise: span, discovery: span, containment: span, exfiltration: span },
      },
    },
    victim: {
      type: 'object',
      required: ['country', 'employee_count', 'industry'],
      properties: {
        country: list(['Unknown']),
        employee_count: { const: 'Unknown' },
        industry: { type: 'string', pattern: '^\\d{2,6}$' },
      },
    },
    attribute: { type: 'object', required: ['confidentiality'] },
  },
};

describe('[EX14] an incident leaves as VERIS', () => {
  const isValid = new Ajv2020({ strict: false, allErrors: true }).compile(VERIS_SCHEMA);

  test('unknowns are said, and techniques become varieties', () => {
    const techniques = ['T1566.001', 'T1486', 'T1110', 'T1021.001'].map((id) => ({
      ...{ id, name: id, tactics: [], mitigations: [] },
    }));
    const given = exchangeCase({ verdict: 'malicious', techniques });
    const { veris, losses } = toVeris(given, 'uuid');
    expect(isValid(veris), JSON.stringify(isValid.errors)).toBe(true);
    expect(veris).toMatchObject({
      security_incident: 'Confirmed',
      actor: { unknown: {} },
      action: {
        social: { variety: ['Phishing'], vector: ['Email'] },
        malware: { variety: ['Ransomware'] },
        hacking: { variety: ['Brute force'] },
      },
      timeline: { incident: { year: 2026, month: 11, day: 20, time: '10:00' } },
    });
    expect(losses.map(({ what }) => what)).toContain(
      'technique that no variety of the vocabulary stands for',
    );
  });

  test('an empty case is valid, and what is marked red stays here', () => {
    const given = exchangeCase({
      ...{ alerts: [], techniques: [] },
      indicators: [exchangeIndicator({ tlp: 'RED' })],
    });
    const { veris, losses } = toVeris(given, 'uuid');
    expect(isValid(veris), JSON.stringify(isValid.errors)).toBe(true);
    expect(veris).not.toHaveProperty('ioc');
    expect(losses).toContainEqual({ what: 'indicators marked TLP:RED', n: 1, first: null });
  });
});
