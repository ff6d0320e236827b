import type { ProductEvent } from '../../../../../shared/areas/forensics/logs/product-event.ts';
import type { Severity } from '../../../../../shared/kernel/severity.ts';
import { severityOfWord } from '../../../../platform/records/severity-words.ts';
import type { ParseOutcome } from '../imported-alert.ts';
import type { ImportTally } from '../tally.ts';
import type { SyslogLine } from './syslog-line.ts';
import { outcomeOf, taggedTechniques } from './told-alert.ts';

/**
 * CEF (ArcSight, 'Common Event Format', rev. 26, header and extension dictionary) and LEEF 1.0 and 2.0
 * (IBM, 'Log Event Extended Format', predefined attributes) as alerts.
 */
const KNOWN = new Set(
  `cefVersion leefVersion deviceVendor deviceProduct deviceVersion deviceEventClassId eventId name
  severity act app c6a1 c6a1Label c6a2 c6a2Label c6a3 c6a3Label c6a4 c6a4Label cat cfp1 cn1 cn1Label
  cn2 cn2Label cn3 cn3Label cnt cs1 cs1Label cs2 cs2Label cs3 cs3Label cs4 cs4Label cs5 cs5Label cs6
  cs6Label destinationDnsDomain destinationServiceName deviceDirection deviceExternalId deviceFacility
  deviceProcessName dhost dmac dntdom dpid dpriv dproc dpt dst dtz duid duser dvc dvchost dvcmac
  dvcpid end externalId fileHash fileId filePath fname fsize in msg out outcome proto reason request
  requestMethod requestClientApplication rt shost smac sntdom sourceAddress destinationAddress
  sourceServiceName spid spriv sproc spt src start suid suser type devTime devTimeFormat sev srcPort
  dstPort usrName identSrc identHostName srcPreNAT dstPreNAT srcPostNAT dstPostNAT policy url role
  realm groupID srcMAC dstMAC resource accountName srcBytes dstBytes srcPackets dstPackets totalPackets
  domain isLoginEvent isLogoutEvent vSrc vSrcName filename`.split(/\s+/),
);

/** 0 to 3 low, 4 to 6 medium, 7 and 8 high, 9 and 10 very high; or these words (CEF, 'Severity'). */
function severityOf(text: string): Severity | null {
  const word = text.trim();
  if (/^very-?high$/i.test(word)) return 'CRITICAL';
  const number = word === '' ? Number.NaN : Number(word);
  if (!(number >= 0 && number <= 10)) return severityOfWord(word);
  if (number <= 3) return 'LOW';
  if (number <= 6) return 'MEDIUM';
  return number <= 8 ? 'HIGH' : 'CRITICAL';
}

export function productOutcome(
  event: ProductEvent,
  line: SyslogLine,
  time: unknown,
  tally: ImportTally,
): ParseOutcome {
  const { fields, form } = event;
  const at = (...names: readonly string[]): string | null => {
    for (const name of names) {
      const value = fields[name];
      const text = typeof value === 'string' ? value : value?.[0];
      if (text !== undefined && text !== '' && text !== '-') return text;
    }
    return null;
  };
  const labels = new Set<string>();
  for (const name in fields) if (name.endsWith('Label')) labels.add(at(name) ?? '');
  for (const name in fields) if (!KNOWN.has(name) && !labels.has(name)) tally.unknown(name);
  const product = [at('deviceVendor'), at('deviceProduct')].filter((one) => one !== null).join(' ');
  const id = at('deviceEventClassId', 'eventId') ?? '';
  const title = form === 'cef' ? at('name', 'msg') : at('name', 'eventName', 'msg', 'cat');
  return outcomeOf(
    {
      title: title ?? (id === '' ? null : `${product} ${id}`),
      description: at('msg', 'reason') ?? event.what.summary ?? '',
      severity: severityOf(at('sev', 'severity') ?? ''),
      source: product === '' ? form.toUpperCase() : product,
      host: at('dvchost', 'shost', 'identHostName', 'dhost', 'dvc') ?? line.host,
      user: at('suser', 'usrName', 'duser', 'identUserName', 'accountName'),
      sourceIp: at('src', 'sourceAddress', 'identSrc', 'c6a2'),
      destIp: at('dst', 'destinationAddress', 'c6a3'),
      detector: id === '' ? null : `${form}:${product}:${id}`,
      category: at('cat'),
      techniques: taggedTechniques(Object.values(fields).flat()),
      time,
    },
    tally,
  );
}
