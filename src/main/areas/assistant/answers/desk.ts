import { entityLink } from '../../../../shared/areas/entities/entities.rules.ts';
import { isPageLink } from '../../../../shared/areas/notifications/notifications.rules.ts';
import type { Endpoint, ResponseOf } from '../../../../shared/contract/define.ts';
import { AppError } from '../../../../shared/contract/errors.ts';
import { PERMISSION_LABELS, type Permission } from '../../../../shared/contract/permissions.ts';

export interface DeskInput {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
}

/** What answers are made from: the calls that the screens make, in the name of who asks. */
export interface Desk {
  readonly now: number;
  /** IANA name. */
  readonly zone: string;
  readonly accountId: string;
  /** @throws AppError; NotPermitted where the asker's role may not read it. */
  read<E extends Endpoint>(endpoint: E, input?: DeskInput): Promise<ResponseOf<E>>;
  list<E extends Endpoint>(
    endpoint: E,
    input?: DeskInput,
  ): Promise<{ rows: ResponseOf<E>; total: number | null }>;
  technique(id: string): { readonly name: string; readonly tactics: readonly string[] } | undefined;
}

/** Says in words what the asker may not do. */
export class NotPermitted extends Error {
  constructor(permission: Permission) {
    super(`Your role does not include: ${PERMISSION_LABELS[permission].toLowerCase()}.`);
    this.name = 'NotPermitted';
  }
}

/** Undefined where there is no such record. */
export async function found<T>(read: Promise<T>): Promise<T | undefined> {
  try {
    return await read;
  } catch (error) {
    if (error instanceof AppError && (error.code === 'not-found' || error.code === 'bad-input'))
      return undefined;
    throw error;
  }
}

/** An address with a query; null where it would be longer than an address may be. */
export function pageLink(
  path: string,
  query: Readonly<Record<string, string | undefined>> = {},
): string | null {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [`${name}=${encodeURIComponent(value)}`],
  );
  const link = pairs.length === 0 ? path : `${path}?${pairs.join('&')}`;
  return isPageLink(link) ? link : null;
}

export const alertLink = (id: string) => pageLink('/alerts', { alert: id });
export const incidentLink = (id: string) =>
  pageLink('/alerts', { show: 'incidents', incident: id });
export const groupLink = (key: string) => pageLink('/alerts', { show: 'groups', group: key });
export const controlLink = (id: string) =>
  pageLink('/compliance', { tab: 'controls', control: id });

export function entityPage(kind: Parameters<typeof entityLink>[0], value: string): string | null {
  const link = entityLink(kind, value);
  return isPageLink(link) ? link : null;
}
