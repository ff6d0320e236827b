import type { Severity } from '../../../../../shared/kernel/severity.ts';
import { countUnknown, documentOf } from '../../../../platform/records/field-paths.ts';
import { isObject, type JsonObject } from '../../../../platform/records/json-record.ts';
import {
  addressOf,
  cleanText,
  DESCRIPTION_MAX,
  firstLabel,
  LABEL_MAX,
  label,
  TITLE_MAX,
  techniquesOf,
} from '../../../../platform/records/text.ts';
import type { ImportedAlert, ParseOutcome } from '../imported-alert.ts';
import type { ImportTally } from '../tally.ts';
import { type JsonFormat, rejected, skipped } from './format.ts';
import { describeEve, eveDetector, signatureTitle } from './suricata-eve.format.ts';
import { readFastLine, withoutPort } from './suricata-fast.format.ts';

/**
 * Wazuh 4.x documentation, "Event logging" (alerts.json), "Rules classification" (levels) and
 * "Enhancing detection with MITRE ATT&CK framework"; the same documents as hits of the index
 * `wazuh-alerts-*`. Events of archives.json that no rule matched are skipped.
 *
 * An IDS alert that Wazuh read from eve.json (decoded under `data`) or from fast.log (`full_log`)
 * keeps the signature's name, class and id: rule 20101, "IDS event.", covers them all.
 */
export const wazuh: JsonFormat = {
  id: 'wazuh',
  marks: 'a rule with level and description, and an agent or manager',
  recognises(hit) {
    const { rule, agent, manager, decoder, location } = documentOf(hit);
    if (isObject(rule)) {
      const hasOrigin = isObject(agent) || isObject(manager) || typeof location === 'string';
      return 'level' in rule && 'description' in rule && hasOrigin;
    }
    return isObject(agent) && isObject(manager) && isObject(decoder);
  },
  parse: parseWazuh,
};

const KNOWN = new Set(
  `timestamp @timestamp @version rule agent manager cluster id full_log predecoder decoder data
  location previous_output previous_log syscheck GeoLocation input fields command hostname title
  offset program_name decoder_name size host type tags host_ip`.split(/\s+/),
);
const KNOWN_RULE = new Set(
  `level description id mitre mitre_tactics mitre_techniques firedtimes mail groups pci_dss gpg13
  gpg_13 gdpr hipaa nist_800_53 tsc frequency info cve cis cis_csc cmmc iso_27001`.split(/\s+/),
);

function parseWazuh(hit: JsonObject, tally: ImportTally): ParseOutcome {
  const record = documentOf(hit);
  const { rule } = record;
  if (!isObject(rule)) {
    return 'decoder' in record ? skipped('events without a rule') : rejected('no rule');
  }
  const written = record.timestamp ?? record['@timestamp'];
  const time = tally.place(written);
  if (time === null) return rejected(tally.problemOf(written));
  const count = (field: string) => tally.unknown(field);
  countUnknown(record, KNOWN, '', count);
  countUnknown(rule, KNOWN_RULE, 'rule.', count);
  const ids = readIdsAlert(record);
  const mitre = isObject(rule.mitre) ? rule.mitre : null;
  return {
    type: 'alert',
    alert: {
      title: titleOf(rule, ids),
      description: cleanText(descriptionOf(record, ids), DESCRIPTION_MAX),
      severity: tally.severity(wazuhSeverity(rule.level)),
      source: 'Wazuh',
      ...placesOf(record, ids),
      detector: ids?.detector ?? detectorOf(rule),
      category: ids?.category ?? groupsOf(rule),
      techniques: mitre === null ? techniquesOf(rule.mitre_techniques) : techniquesOf(mitre.id),
      createdAt: time.createdAt,
      timeBasis: time.timeBasis,
      own: null,
    },
  };
}

/** Levels 0 to 6 LOW, 7 to 11 MEDIUM, 12 to 14 HIGH, 15 and more CRITICAL, as the dashboard shows them. */
function wazuhSeverity(level: unknown): Severity | null {
  const number = Number(level ?? Number.NaN);
  if (Number.isNaN(number)) return null;
  if (number >= 15) return 'CRITICAL';
  if (number >= 12) return 'HIGH';
  return number >= 7 ? 'MEDIUM' : 'LOW';
}

interface IdsAlert {
  readonly signature: string;
  readonly summary: string;
  readonly detector: string | null;
  readonly category: string | null;
  readonly sourceIp: string | null;
  readonly destIp: string | null;
}

function readIdsAlert(record: JsonObject): IdsAlert | null {
  const { data } = record;
  if (isObject(data) && isObject(data.alert) && 'signature' in data.alert) {
    return {
      signature: signatureTitle(data.alert),
      summary: describeEve(data, data.alert),
      detector: eveDetector(data.alert),
      category: label(data.alert.category),
      sourceIp: addressOf(data.src_ip),
      destIp: addressOf(data.dest_ip),
    };
  }
  return typeof record.full_log === 'string' ? readFastAlert(record, record.full_log) : null;
}

function readFastAlert(record: JsonObject, line: string): IdsAlert | null {
  const fast = line.includes('[**]') ? readFastLine(line) : null;
  if (fast === null) return null;
  const isSnort = typeof record.location === 'string' && record.location.includes('snort');
  return {
    signature: fast.message,
    summary: line,
    detector: `${isSnort ? 'snort' : 'suricata'}:${fast.gid}:${fast.sid}`,
    category: fast.classification,
    sourceIp: withoutPort(fast.source),
    destIp: withoutPort(fast.destination),
  };
}

function titleOf(rule: JsonObject, ids: IdsAlert | null): string {
  const described = typeof rule.description === 'string' ? rule.description.trim() : '';
  const title = described === '' ? `Rule ${label(rule.id) ?? 'without a name'}` : described;
  if (ids === null || ids.signature === '' || title.includes(ids.signature)) {
    return cleanText(title, TITLE_MAX);
  }
  return cleanText(`${title.replace(/[.:]$/, '')}: ${ids.signature}`, TITLE_MAX);
}

/** What was logged; before it, the machine that logged it where that is not the agent. */
function descriptionOf(record: JsonObject, ids: IdsAlert | null): string {
  const logged =
    ids?.summary ??
    record.full_log ??
    changeOf(record) ??
    windowsMessage(record) ??
    record.location;
  const text = typeof logged === 'string' ? logged : '';
  const { predecoder, agent } = record;
  const host = isObject(predecoder) ? label(predecoder.hostname) : null;
  const isAgent = host === null || (isObject(agent) && label(agent.name) === host);
  return isAgent || text.includes(host) ? text : `${host}: ${text}`;
}

/** Events of the Windows channels are decoded, without a line of log; their text is beside. */
function windowsMessage(record: JsonObject): unknown {
  const { data } = record;
  if (!isObject(data) || !isObject(data.win) || !isObject(data.win.system)) return null;
  return data.win.system.message ?? null;
}

/** File integrity alerts carry no log line but a path and what happened to it. */
function changeOf(record: JsonObject): string | null {
  const { syscheck } = record;
  if (!isObject(syscheck)) return null;
  return `${label(syscheck.event) ?? 'changed'}: ${label(syscheck.path) ?? ''}`;
}

function detectorOf(rule: JsonObject): string | null {
  const id = label(rule.id);
  return id === null ? null : `wazuh:${id}`;
}

function groupsOf(rule: JsonObject): string | null {
  if (!Array.isArray(rule.groups)) return label(rule.groups);
  const groups = rule.groups.slice(0, 20).filter((group) => typeof group === 'string');
  return label(cleanText(groups.join(', '), LABEL_MAX));
}

type Places = Pick<ImportedAlert, 'sourceHost' | 'sourceUser' | 'sourceIp' | 'destIp'>;

function placesOf(record: JsonObject, ids: IdsAlert | null): Places {
  const { agent, predecoder, manager } = record;
  const data = isObject(record.data) ? record.data : {};
  const windows = isObject(data.win) && isObject(data.win.eventdata) ? data.win.eventdata : {};
  const aws = isObject(data.aws) ? data.aws : {};
  const office = isObject(data.office365) ? data.office365 : {};
  const audit = isObject(record.syscheck) ? record.syscheck : {};
  return {
    sourceHost: firstLabel(
      isObject(agent) ? agent.name : null,
      isObject(predecoder) ? predecoder.hostname : null,
      isObject(manager) ? manager.name : null,
    ),
    sourceUser: userName(
      firstLabel(
        data.srcuser,
        data.dstuser,
        windows.user,
        windows.targetUserName,
        windows.subjectUserName,
        isObject(aws.userIdentity) ? aws.userIdentity.userName : null,
        office.UserId,
        audit.uname_after,
      ),
    ),
    sourceIp:
      ids?.sourceIp ??
      addressOf(
        firstLabel(
          data.srcip,
          data.src_ip,
          windows.ipAddress,
          windows.sourceIp,
          aws.sourceIPAddress,
          aws.source_ip_address,
          office.ClientIP,
        ),
      ),
    destIp: ids?.destIp ?? addressOf(firstLabel(data.dstip, data.dest_ip, windows.destinationIp)),
  };
}

/**
 * The name without what decoders leave around it: Dovecot's brackets (`<violet>`) and PAM's user id
 * (`root(uid=0)`). The record keeps both.
 */
function userName(text: string | null): string | null {
  if (text === null) return null;
  const bare = text.startsWith('<') && text.endsWith('>') ? text.slice(1, -1) : text;
  const id = bare.indexOf('(uid=');
  return label(id > 0 && bare.endsWith(')') ? bare.slice(0, id) : bare);
}
