/**
 * Which Windows event channels and event ids a Sigma log source means: facts of Windows and of Sigma's
 * taxonomy (appendix 2.1.0). Channels are in lower case.
 */
const SYSMON = 'microsoft-windows-sysmon/operational';

/** Service, then its channels. Sigma calls some services by two names. */
export const CHANNELS_OF_SERVICE: Readonly<Record<string, readonly string[]>> = {
  application: ['application'],
  'application-experience': [
    'microsoft-windows-application-experience/program-telemetry',
    'microsoft-windows-application-experience/program-compatibility-assistant',
  ],
  applocker: [
    'microsoft-windows-applocker/msi and script',
    'microsoft-windows-applocker/exe and dll',
    'microsoft-windows-applocker/packaged app-deployment',
    'microsoft-windows-applocker/packaged app-execution',
  ],
  'appmodel-runtime': ['microsoft-windows-appmodel-runtime/admin'],
  'appxdeployment-server': ['microsoft-windows-appxdeploymentserver/operational'],
  'appxpackaging-om': ['microsoft-windows-appxpackaging/operational'],
  bitlocker: ['microsoft-windows-bitlocker/bitlocker management'],
  'bits-client': ['microsoft-windows-bits-client/operational'],
  capi2: ['microsoft-windows-capi2/operational'],
  'certificateservicesclient-lifecycle-system': [
    'microsoft-windows-certificateservicesclient-lifecycle-system/operational',
  ],
  'codeintegrity-operational': ['microsoft-windows-codeintegrity/operational'],
  dhcp: ['microsoft-windows-dhcp-server/operational'],
  'diagnosis-scripted': ['microsoft-windows-diagnosis-scripted/operational'],
  'dns-client': ['microsoft-windows-dns client events/operational'],
  'dns-server': ['dns server'],
  'dns-server-analytic': ['microsoft-windows-dns-server/analytical'],
  'dns-server-audit': ['microsoft-windows-dns-server/audit'],
  'driver-framework': ['microsoft-windows-driverframeworks-usermode/operational'],
  'firewall-as': ['microsoft-windows-windows firewall with advanced security/firewall'],
  'hyper-v-worker': [
    'microsoft-windows-hyper-v-worker',
    'microsoft-windows-hyper-v-worker-admin',
    'microsoft-windows-hyper-v-worker/admin',
  ],
  'iis-configuration': [
    'microsoft-iis-configuration/operational',
    'microsoft-iis-configuration/administrative',
  ],
  'kernel-event-tracing': [
    'microsoft-windows-kernel-eventtracing',
    'microsoft-windows-kernel-eventtracing/admin',
  ],
  'kernel-shimengine': [
    'microsoft-windows-kernel-shimengine/operational',
    'microsoft-windows-kernel-shimengine/diagnostic',
  ],
  ldap: ['microsoft-windows-ldap-client/debug'],
  'lsa-server': ['microsoft-windows-lsa/operational'],
  'microsoft-servicebus-client': [
    'microsoft-servicebus-client/operational',
    'microsoft-servicebus-client/admin',
  ],
  'msexchange-management': ['msexchange management'],
  ntfs: ['microsoft-windows-ntfs/operational'],
  ntlm: ['microsoft-windows-ntlm/operational'],
  openssh: ['openssh/operational'],
  powershell: ['microsoft-windows-powershell/operational', 'powershellcore/operational'],
  'powershell-classic': ['windows powershell'],
  'printservice-admin': ['microsoft-windows-printservice/admin'],
  'printservice-operational': ['microsoft-windows-printservice/operational'],
  security: ['security'],
  'security-mitigations': [
    'microsoft-windows-security-mitigations/kernel mode',
    'microsoft-windows-security-mitigations/user mode',
    'microsoft-windows-security-mitigations/kernelmode',
    'microsoft-windows-security-mitigations/usermode',
  ],
  sense: ['microsoft-windows-sense/operational'],
  'servicebus-client': [
    'microsoft-servicebus-client/operational',
    'microsoft-servicebus-client/admin',
  ],
  'shell-core': ['microsoft-windows-shell-core/operational'],
  'smbclient-connectivity': ['microsoft-windows-smbclient/connectivity'],
  'smbclient-security': ['microsoft-windows-smbclient/security'],
  'smbserver-connectivity': ['microsoft-windows-smbserver/connectivity'],
  sysmon: [SYSMON],
  system: ['system'],
  taskscheduler: ['microsoft-windows-taskscheduler/operational'],
  'terminalservices-localsessionmanager': [
    'microsoft-windows-terminalservices-localsessionmanager/operational',
  ],
  vhdmp: ['microsoft-windows-vhdmp/operational', 'microsoft-windows-vhdmp-operational'],
  windefend: ['microsoft-windows-windows defender/operational'],
  wmi: ['microsoft-windows-wmi-activity/operational'],
};

/** How fields of a category are read from events that name them otherwise. */
export type Translation = 'audit-process' | 'audit-registry' | 'defender';

interface Place {
  readonly channels: readonly string[];
  readonly ids: readonly string[];
  /** Sysmon's 12 is one id for several things; EventType tells which. */
  readonly eventTypes?: readonly string[];
  readonly translation?: Translation;
}

const AUDITED_REGISTRY: Place = {
  channels: ['security'],
  ids: ['4657'],
  translation: 'audit-registry',
};

function sysmon(...ids: readonly string[]): readonly Place[] {
  return [{ channels: [SYSMON], ids }];
}

function powershell(id: string): readonly Place[] {
  return [{ channels: CHANNELS_OF_SERVICE.powershell ?? [], ids: [id] }];
}

function classic(id: string): readonly Place[] {
  return [{ channels: ['windows powershell'], ids: [id] }];
}

/** Category, then where its events stand. */
export const PLACES_OF_CATEGORY: Readonly<Record<string, readonly Place[]>> = {
  process_creation: [
    ...sysmon('1'),
    { channels: ['security'], ids: ['4688'], translation: 'audit-process' },
  ],
  file_change: sysmon('2'),
  network_connection: sysmon('3'),
  sysmon_status: sysmon('4', '16'),
  process_termination: sysmon('5'),
  driver_load: sysmon('6'),
  image_load: sysmon('7'),
  create_remote_thread: sysmon('8'),
  raw_access_thread: sysmon('9'),
  process_access: sysmon('10'),
  file_event: sysmon('11'),
  registry_event: [...sysmon('12', '13', '14'), AUDITED_REGISTRY],
  registry_add: [{ channels: [SYSMON], ids: ['12'], eventTypes: ['createkey'] }],
  registry_delete: [{ channels: [SYSMON], ids: ['12'], eventTypes: ['deletekey', 'deletevalue'] }],
  registry_set: [...sysmon('13'), AUDITED_REGISTRY],
  registry_rename: sysmon('14'),
  create_stream_hash: sysmon('15'),
  pipe_created: sysmon('17', '18'),
  wmi_event: sysmon('19', '20', '21'),
  dns_query: sysmon('22'),
  // 26 is the same deletion where Sysmon keeps no copy of the file.
  file_delete: sysmon('23', '26'),
  clipboard_change: sysmon('24'),
  clipboard_capture: sysmon('24'),
  process_tampering: sysmon('25'),
  file_delete_detected: sysmon('26'),
  file_block_executable: sysmon('27'),
  file_block_shredding: sysmon('28'),
  file_executable_detected: sysmon('29'),
  sysmon_error: sysmon('255'),
  ps_classic_start: classic('400'),
  ps_classic_provider_start: classic('600'),
  ps_classic_script: classic('800'),
  ps_module: powershell('4103'),
  ps_script: powershell('4104'),
  antivirus: [
    {
      channels: CHANNELS_OF_SERVICE.windefend ?? [],
      ids: '1006 1007 1008 1009 1010 1011 1012 1015 1017 1018 1019 1115 1116 1117'.split(' '),
      translation: 'defender',
    },
  ],
};

/** For exports that name the provider only. */
export const CHANNEL_OF_PROVIDER: Readonly<Record<string, string>> = {
  'microsoft-windows-sysmon': SYSMON,
  'microsoft-windows-security-auditing': 'security',
  'microsoft-windows-eventlog': 'security',
  'microsoft-windows-powershell': 'microsoft-windows-powershell/operational',
  powershellcore: 'powershellcore/operational',
  powershell: 'windows powershell',
  'service control manager': 'system',
  'microsoft-windows-windows defender': 'microsoft-windows-windows defender/operational',
  'microsoft-windows-taskscheduler': 'microsoft-windows-taskscheduler/operational',
  'microsoft-windows-wmi-activity': 'microsoft-windows-wmi-activity/operational',
};

/** Sysmon for Linux writes the same events under its own channel. */
export const LINUX_SYSMON = 'linux-sysmon/operational';
export const LINUX_CATEGORIES: Readonly<Record<string, string>> = {
  '1': 'process_creation',
  '3': 'network_connection',
  '5': 'process_termination',
  '11': 'file_event',
  '23': 'file_delete',
};
