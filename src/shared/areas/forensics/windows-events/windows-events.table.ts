/**
 * What common events of Windows are, by channel and id: their kind, whose doing they are, and a line of the
 * fields that matter. Ids and field names are facts of Microsoft's and Sysmon's event manifests; the words
 * are ours. Parts of a line are set apart by `|`: a part whose field is missing is left out.
 */
import { SECURITY_EVENTS } from './security-events.table.ts';
import type { Events } from './windows-events.types.ts';

const SYSMON: Events = {
  '1': [
    'process',
    'Process created: {Image}| by {User}| from {ParentImage}|: {CommandLine}',
    'user',
  ],
  '2': ['file', 'File creation time changed: {TargetFilename}| by {Image}', 'user'],
  '3': [
    'network',
    'Connection: {SourceIp}:{SourcePort} to {DestinationIp}:{DestinationPort}| ({DestinationHostname})| by {Image}',
    'user',
  ],
  '4': ['service', 'Sysmon service: {State}'],
  '5': ['process', 'Process ended: {Image}', 'user'],
  '6': ['service', 'Driver loaded: {ImageLoaded}| signed by {Signature}'],
  '7': ['process', 'Image loaded: {ImageLoaded}| by {Image}', 'user'],
  '8': ['process', 'Remote thread: {SourceImage} in {TargetImage}', 'user'],
  '9': ['file', 'Raw disk read: {Device}| by {Image}', 'user'],
  '10': [
    'process',
    'Process accessed: {SourceImage} to {TargetImage}| access {GrantedAccess}',
    'user',
  ],
  '11': ['file', 'File created: {TargetFilename}| by {Image}', 'user'],
  '12': ['registry', 'Registry {EventType}: {TargetObject}| by {Image}', 'user'],
  '13': ['registry', 'Registry value set: {TargetObject}| to {Details}| by {Image}', 'user'],
  '14': ['registry', 'Registry renamed: {TargetObject}| to {NewName}| by {Image}', 'user'],
  '15': ['file', 'Alternate stream created: {TargetFilename}| by {Image}', 'user'],
  '16': ['policy', 'Sysmon configuration changed: {Configuration}'],
  '17': ['file', 'Pipe created: {PipeName}| by {Image}', 'user'],
  '18': ['file', 'Pipe connected: {PipeName}| by {Image}', 'user'],
  '19': ['service', 'WMI filter: {Name}| {Query}', 'user'],
  '20': ['service', 'WMI consumer: {Name}| {Destination}', 'user'],
  '21': ['service', 'WMI binding: {Consumer}| to {Filter}', 'user'],
  '22': ['dns', 'DNS query: {QueryName}| gives {QueryResults}| by {Image}', 'user'],
  '23': ['file', 'File deleted: {TargetFilename}| by {Image}', 'user'],
  '24': ['other', 'Clipboard changed| by {Image}', 'user'],
  '25': ['process', 'Process tampered with: {Image}|, {Type}', 'user'],
  '26': ['file', 'File deleted: {TargetFilename}| by {Image}', 'user'],
  '27': ['file', 'Executable blocked: {TargetFilename}| by {Image}', 'user'],
  '28': ['file', 'Shredding blocked: {TargetFilename}| by {Image}', 'user'],
  '29': ['file', 'Executable written: {TargetFilename}| by {Image}', 'user'],
  '255': ['log', 'Sysmon error: {Description}'],
};

const SYSTEM: Events = {
  '1': ['service', 'System time or power state changed| to {NewTime}| from {OldTime}'],
  '12': ['service', 'Windows started'],
  '13': ['service', 'Windows is shutting down'],
  '41': ['service', 'Restarted without a clean shutdown| (stop code {BugcheckCode})'],
  '104': ['policy', 'Log cleared| by {SubjectUserName}|, backup {BackupPath}'],
  '1074': ['service', 'Shutdown or restart: {param5}| by {param7}| with {param1}'],
  '6005': ['service', 'Event log service started'],
  '6006': ['service', 'Event log service stopped'],
  '6008': ['service', 'Previous shutdown was unexpected'],
  '7000': ['service', 'Service failed to start: {param1}|: {param2}'],
  '7009': ['service', 'Service did not connect in time: {param2}'],
  '7023': ['service', 'Service ended with an error: {param1}|: {param2}'],
  '7031': ['service', 'Service ended unexpectedly: {param1}'],
  '7034': ['service', 'Service ended unexpectedly: {param1}'],
  '7035': ['service', 'Service was sent a control: {param1}| {param2}'],
  '7036': ['service', 'Service {param1} is now {param2}'],
  '7040': ['service', 'Start type of {param1} changed| from {param2}| to {param3}'],
  '7045': [
    'service',
    'Service installed: {ServiceName}|, {ImagePath}| as {AccountName}| ({StartType})',
  ],
};

const POWERSHELL: Events = {
  '400': ['script', 'PowerShell engine started'],
  '403': ['script', 'PowerShell engine stopped'],
  '600': ['script', 'PowerShell provider started'],
  '800': ['script', 'PowerShell pipeline'],
  '4100': ['script', 'PowerShell error: {Payload}'],
  '4103': ['script', 'PowerShell module: {Payload}'],
  '4104': [
    'script',
    'PowerShell script block {MessageNumber} of {MessageTotal}:| {ScriptBlockText}',
  ],
  '4105': ['script', 'Script block started: {ScriptBlockId}'],
  '4106': ['script', 'Script block ended: {ScriptBlockId}'],
  '53504': ['script', 'PowerShell IPC listening| in process {param1}'],
};

const TASKS: Events = {
  '100': ['service', 'Task started: {TaskName}| as {UserContext}'],
  '102': ['service', 'Task finished: {TaskName}| as {UserContext}'],
  '106': ['service', 'Task registered: {TaskName}| by {UserContext}'],
  '110': ['service', 'Task triggered by a user: {TaskName}| by {UserContext}'],
  '118': ['service', 'Task triggered at start-up: {TaskName}'],
  '129': ['process', 'Task process created: {Path}| by {TaskName}'],
  '140': ['service', 'Task updated: {TaskName}| by {UserName}'],
  '141': ['service', 'Task deleted: {TaskName}| by {UserName}'],
  '200': ['process', 'Task action started: {ActionName}| by {TaskName}'],
  '201': ['process', 'Task action finished: {ActionName}| by {TaskName}| result {ResultCode}'],
};

const DEFENDER: Events = {
  '1006': ['detection', 'Malware found: {Threat Name}| in {Path}| by {User}'],
  '1007': ['detection', 'Action on malware: {Threat Name}| {Action Name}'],
  '1008': ['detection', 'Action on malware failed: {Threat Name}'],
  '1013': ['policy', 'Malware history deleted| by {User}'],
  '1015': ['detection', 'Suspicious behaviour: {Threat Name}| {Path}'],
  '1116': [
    'detection',
    'Threat detected: {Threat Name}| in {Path}| with {Process Name}| user {Detection User}',
  ],
  '1117': ['detection', 'Threat {Threat Name}: {Action Name}| in {Path}'],
  '1118': ['detection', 'Action on threat failed: {Threat Name}| in {Path}'],
  '1119': ['detection', 'Critical error with threat: {Threat Name}| in {Path}'],
  '1121': ['detection', 'Attack surface rule blocked: {Path}| with {Process Name}'],
  '5001': ['policy', 'Real-time protection disabled'],
  '5004': ['policy', 'Real-time protection configuration changed'],
  '5007': ['policy', 'Defender configuration changed:| {New Value}'],
  '5010': ['policy', 'Scan for malware disabled'],
  '5012': ['policy', 'Scan for viruses disabled'],
};

const SESSIONS: Events = {
  '21': ['logon', 'Remote desktop logon: {User}| from {Address}', 'user'],
  '22': ['logon', 'Shell started: {User}| from {Address}', 'user'],
  '23': ['logon', 'Remote desktop logoff: {User}', 'user'],
  '24': ['logon', 'Remote desktop disconnected: {User}| from {Address}', 'user'],
  '25': ['logon', 'Remote desktop reconnected: {User}| from {Address}', 'user'],
  '39': ['logon', 'Session {TargetSession} disconnected by session {Source}'],
  '40': ['logon', 'Session {Session} disconnected| for reason {Reason}'],
};

const REMOTE: Events = {
  '261': ['network', 'Remote desktop listener received a connection'],
  '1149': ['logon', 'Remote desktop authenticated: {Param2}\\{Param1}| from {Param3}'],
};

const WMI: Events = {
  '5857': ['service', 'WMI provider started: {ProviderName}| {ProviderPath}'],
  '5858': ['log', 'WMI operation failed: {Operation}| by {User}'],
  '5860': ['service', 'WMI temporary subscription: {Query}| by {User}'],
  '5861': ['service', 'WMI permanent subscription: {CONSUMER}|, {PossibleCause}'],
};

const BITS: Events = {
  '3': ['network', 'Transfer job created: {jobTitle}| by {jobOwner}| with {processPath}'],
  '4': ['network', 'Transfer job finished: {jobTitle}| by {User}'],
  '59': ['network', 'Transfer started: {name}| from {url}'],
  '60': ['network', 'Transfer stopped: {name}| from {url}| status {hr}'],
};

const DNS_CLIENT: Events = {
  '3006': ['dns', 'DNS query: {QueryName}'],
  '3008': ['dns', 'DNS query: {QueryName}| gives {QueryResults}'],
  '3020': ['dns', 'DNS answer: {QueryName}| gives {QueryResults}'],
};

const FIREWALL: Events = {
  '2003': ['policy', 'Firewall profile setting changed'],
  '2004': [
    'policy',
    'Firewall rule added: {RuleName}| {ApplicationPath}| by {ModifyingApplication}',
  ],
  '2005': ['policy', 'Firewall rule changed: {RuleName}'],
  '2006': ['policy', 'Firewall rule deleted: {RuleName}| by {ModifyingApplication}'],
  '2033': ['policy', 'All firewall rules deleted| by {ModifyingApplication}'],
};

const APPLOCKER: Events = {
  '8002': ['process', 'Allowed to run: {FilePath}'],
  '8003': ['process', 'Would be blocked: {FilePath}'],
  '8004': ['detection', 'Blocked: {FilePath}'],
  '8006': ['script', 'Script would be blocked: {FilePath}'],
  '8007': ['detection', 'Script blocked: {FilePath}'],
};

/** By channel in lower case. */
export const WINDOWS_EVENTS: Readonly<Record<string, Events>> = {
  security: SECURITY_EVENTS,
  system: SYSTEM,
  'windows powershell': POWERSHELL,
  'powershellcore/operational': POWERSHELL,
  'microsoft-windows-powershell/operational': POWERSHELL,
  'microsoft-windows-sysmon/operational': SYSMON,
  'microsoft-windows-taskscheduler/operational': TASKS,
  'microsoft-windows-windows defender/operational': DEFENDER,
  'microsoft-windows-terminalservices-localsessionmanager/operational': SESSIONS,
  'microsoft-windows-terminalservices-remoteconnectionmanager/operational': REMOTE,
  'microsoft-windows-wmi-activity/operational': WMI,
  'microsoft-windows-bits-client/operational': BITS,
  'microsoft-windows-dns-client/operational': DNS_CLIENT,
  'microsoft-windows-windows firewall with advanced security/firewall': FIREWALL,
  'microsoft-windows-applocker/exe and dll': APPLOCKER,
  'microsoft-windows-applocker/msi and script': APPLOCKER,
};

/** Where the event has no channel. */
export const CHANNEL_OF_PROVIDER: Readonly<Record<string, string>> = {
  'microsoft-windows-security-auditing': 'security',
  'microsoft-windows-eventlog': 'security',
  'microsoft-windows-sysmon': 'microsoft-windows-sysmon/operational',
  'service control manager': 'system',
  'microsoft-windows-powershell': 'microsoft-windows-powershell/operational',
  'microsoft-windows-taskscheduler': 'microsoft-windows-taskscheduler/operational',
  'microsoft-windows-windows defender': 'microsoft-windows-windows defender/operational',
};
