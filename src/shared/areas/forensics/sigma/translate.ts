/**
 * Fields that Sigma's categories know by Sysmon's names, read from events that name them otherwise:
 * process creation (4688) and registry (4657) of Windows' own audit, detections of Defender. The event
 * itself stays as it was for rules of its own channel.
 */
import type { FlatEvent } from './sigma.types.ts';
import type { Translation } from './windows-sources.table.ts';

type Value = string | readonly string[];

/** Mandatory label of a token (SECURITY_MANDATORY_*_RID), as Sysmon's IntegrityLevel says it. */
const INTEGRITY: Readonly<Record<string, string>> = {
  'S-1-16-0': 'Untrusted',
  'S-1-16-4096': 'Low',
  'S-1-16-8192': 'Medium',
  'S-1-16-8448': 'MediumPlus',
  'S-1-16-12288': 'High',
  'S-1-16-16384': 'System',
};

export function translate(event: FlatEvent, how: Translation): FlatEvent {
  if (how === 'audit-process') return auditedProcess(event);
  if (how === 'audit-registry') return auditedRegistry(event);
  return defender(event);
}

/** Puts what is there; absent fields stay absent, as `not` and `exists` depend on it. */
function put(event: Record<string, Value>, name: string, value: Value | undefined): void {
  if (value !== undefined) event[name] = value;
}

function auditedProcess(event: FlatEvent): FlatEvent {
  const mapped: Record<string, Value> = { ...event };
  put(mapped, 'Image', event.NewProcessName);
  put(mapped, 'ParentImage', event.ParentProcessName);
  // In 4688 ProcessId is that of the creator.
  put(mapped, 'ParentProcessId', event.ProcessId);
  put(mapped, 'ProcessId', event.NewProcessId);
  put(mapped, 'LogonId', event.SubjectLogonId);
  put(mapped, 'User', account(event.SubjectDomainName, event.SubjectUserName));
  const label = event.MandatoryLabel;
  if (typeof label === 'string') put(mapped, 'IntegrityLevel', INTEGRITY[label] ?? label);
  return mapped;
}

function account(domain: Value | undefined, user: Value | undefined): Value | undefined {
  if (typeof user !== 'string') return user;
  return typeof domain === 'string' && domain !== '' && domain !== '-'
    ? `${domain}\\${user}`
    : user;
}

function auditedRegistry(event: FlatEvent): FlatEvent {
  const mapped: Record<string, Value> = { ...event };
  const { ObjectName: key, ObjectValueName: name } = event;
  if (typeof key === 'string') {
    const short = key
      .replace(/^\\REGISTRY\\MACHINE(?=\\|$)/i, 'HKLM')
      .replace(/^\\REGISTRY\\USER(?=\\|$)/i, 'HKU');
    const path = typeof name === 'string' && name !== '' ? `${short}\\${name}` : short;
    put(mapped, 'TargetObject', path);
  }
  put(mapped, 'Details', event.NewValue);
  put(mapped, 'Image', event.ProcessName);
  put(mapped, 'User', account(event.SubjectDomainName, event.SubjectUserName));
  return mapped;
}

function defender(event: FlatEvent): FlatEvent {
  const mapped: Record<string, Value> = { ...event };
  put(mapped, 'Signature', event['Threat Name'] ?? event.ThreatName);
  put(mapped, 'Filename', event.Path);
  return mapped;
}
