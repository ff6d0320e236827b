/**
 * Amazon GuardDuty: findings by ListDetectors, ListFindings and GetFindings (API of 2017-11-28). It
 * reads with the rights of the access key or of the role that the key may assume, and changes nothing
 * there. Defences: the secret signs requests and is sent nowhere; names of regions and detectors are
 * checked and encoded before they become part of an address.
 */
import type { Connector } from '../connector.types.ts';
import { awsAddress, stsAddressOf } from './aws/aws-settings.ts';
import { fetchFindings } from './guardduty/fetch-findings.ts';
import { keyOfFinding, mapFinding } from './guardduty/map-finding.ts';
import { probeGuardDuty } from './guardduty/probe.ts';
import { fields, type GuardDutySettings, settingsSchema } from './guardduty/settings.ts';
import { originOf } from './kit/settings.ts';

export const awsGuardDuty: Connector<GuardDutySettings> = {
  id: 'aws-guardduty',
  name: 'Amazon GuardDuty',
  vendor: 'AWS',
  type: 'CLOUD',
  summary: 'Findings of GuardDuty in the regions you name, by its API, with or without a role.',
  schema: settingsSchema,
  fields,
  origins(settings) {
    const { address, regions, roleArn } = settings;
    const services = regions.map((region) => address || awsAddress('guardduty', region));
    const sts = roleArn === '' ? [] : regions.map((region) => stsAddressOf(settings, region));
    return [...new Set([...services, ...sts].map(originOf))];
  },
  probe: probeGuardDuty,
  fetch: fetchFindings,
  delivers: 'alerts',
  key: keyOfFinding,
  map: mapFinding,
};
