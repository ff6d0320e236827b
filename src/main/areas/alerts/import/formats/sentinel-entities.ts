import { isObject, type JsonObject } from '../../../../platform/records/json-record.ts';
import { firstLabel, label } from '../../../../platform/records/text.ts';

/**
 * Entities of a Microsoft alert (Sentinel, 'entity types reference'; Defender XDR, entities of the alerts
 * API). What an entity is referred to by `$ref` stands elsewhere in the same list, or inside another.
 */
export interface Entities {
  readonly host: string | null;
  readonly user: string | null;
  readonly address: string | null;
  /** `kind: value`, each once. */
  readonly named: readonly string[];
}

/** Looked at and shown, at most. */
const MOST_ENTITIES = 200;
const MOST_SHOWN = 40;

/** A list, or text that holds one as JSON. */
export function listOf(value: unknown): readonly JsonObject[] {
  if (Array.isArray(value)) return value.slice(0, MOST_ENTITIES).filter(isObject);
  if (typeof value !== 'string' || !value.startsWith('[')) return [];
  try {
    const read: unknown = JSON.parse(value);
    return Array.isArray(read) ? read.slice(0, MOST_ENTITIES).filter(isObject) : [];
  } catch {
    return [];
  }
}

export function readEntities(list: readonly JsonObject[]): Entities {
  const named = new Set<string>();
  let [host, user, address]: (string | null)[] = [null, null, null];
  for (const entity of list) {
    if ('$ref' in entity) continue;
    const kind = kindOf(entity);
    const value = entityName(kind, entity);
    if (value === null) continue;
    named.add(`${kind}: ${value}`);
    if (kind === 'host') host ??= value;
    else if (kind === 'account') user ??= value;
    else if (kind === 'ip') address ??= value;
    else if (kind === 'file') addHashes(named, entity);
  }
  return { host: host ?? null, user: user ?? null, address: address ?? null, named: [...named] };
}

export function describeEntities({ named }: Entities): string | null {
  if (named.length === 0) return null;
  const more = named.length - MOST_SHOWN;
  const shown = named.slice(0, MOST_SHOWN).join('\n');
  return `Entities:\n${shown}${more > 0 ? `\nand ${more} more` : ''}`;
}

function kindOf(entity: JsonObject): string {
  const named = label(entity.Type) ?? label(entity.type) ?? label(entity.entityType);
  const kind = (named ?? '').toLowerCase();
  if (kind === 'user' || kind === 'mailbox') return kind === 'user' ? 'account' : 'mailbox';
  if (kind === 'machine' || kind === 'device') return 'host';
  if (kind === '') return 'deviceDnsName' in entity ? 'host' : 'entity';
  return kind;
}

function entityName(kind: string, entity: JsonObject): string | null {
  switch (kind) {
    case 'host':
      return firstLabel(
        entity.HostName,
        entity.hostName,
        entity.deviceDnsName,
        entity.FQDN,
        entity.NetBiosName,
      );
    case 'account':
      return accountOf(entity);
    case 'ip':
      return firstLabel(entity.Address, entity.ipAddress);
    case 'process':
      return commandOf(entity);
    case 'file':
      return pathOf(entity);
    case 'url':
      return firstLabel(entity.Url, entity.url);
    case 'mailbox':
      return firstLabel(entity.MailboxPrimaryAddress, entity.Upn, entity.userPrincipalName);
    case 'mailmessage':
      return firstLabel(entity.Subject, entity.NetworkMessageId);
    default:
      return firstLabel(
        entity.Name,
        entity.DisplayName,
        entity.Key,
        entity.RequestId,
        entity.SessionId,
        entity.AppId,
        entity.Value,
      );
  }
}

function accountOf(entity: JsonObject): string | null {
  const name = firstLabel(
    entity.UserPrincipalName,
    entity.userPrincipalName,
    entity.Name,
    entity.accountName,
    entity.AccountName,
    entity.DisplayName,
    entity.Sid,
  );
  const suffix = label(entity.UPNSuffix);
  return name === null || suffix === null || name.includes('@') ? name : `${name}@${suffix}`;
}

function commandOf(entity: JsonObject): string | null {
  const command = firstLabel(entity.CommandLine, entity.processCommandLine);
  if (command !== null) return command;
  if (isObject(entity.ImageFile)) return pathOf(entity.ImageFile);
  return firstLabel(entity.fileName, entity.ProcessId, entity.processId);
}

function pathOf(file: JsonObject): string | null {
  const name = firstLabel(file.Name, file.fileName);
  const folder = firstLabel(file.Directory, file.filePath);
  if (name === null || folder === null) return name ?? folder;
  return `${folder}${folder.includes('/') ? '/' : '\\'}${name}`;
}

function addHashes(named: Set<string>, file: JsonObject): void {
  for (const name of ['sha256', 'sha1']) {
    const hash = label(file[name]);
    if (hash !== null) named.add(`${name}: ${hash}`);
  }
  for (const hash of listOf(file.FileHashes)) {
    const [algorithm, value] = [label(hash.Algorithm), label(hash.Value)];
    if (algorithm !== null && value !== null) named.add(`${algorithm.toLowerCase()}: ${value}`);
  }
}
