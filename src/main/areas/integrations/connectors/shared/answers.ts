/** Reading what a vendor answered: whatever it is, nothing here throws but `unexpected`. */
import { isObject, type JsonObject } from '../../../../platform/records/json-record.ts';
import { ConnectorFailure } from '../../connector.types.ts';

export function objectIn(value: unknown, ...path: readonly string[]): JsonObject | null {
  let at: unknown = value;
  for (const name of path) at = isObject(at) ? at[name] : undefined;
  return isObject(at) ? at : null;
}

export function listIn(value: unknown, ...path: readonly string[]): readonly unknown[] | null {
  let at: unknown = value;
  for (const name of path) at = isObject(at) ? at[name] : undefined;
  return Array.isArray(at) ? at : null;
}

export function textIn(value: unknown, name: string): string | null {
  const found = isObject(value) ? value[name] : undefined;
  return typeof found === 'string' && found !== '' ? found : null;
}

export function numberIn(value: unknown, name: string): number | null {
  const found = isObject(value) ? value[name] : undefined;
  return typeof found === 'number' && Number.isFinite(found) ? found : null;
}

/** `what`: 'a list of findings'. */
export function unexpected(vendor: string, what: string): ConnectorFailure {
  return new ConnectorFailure(
    'answer',
    `${vendor} answered without ${what}. Check the address: something else may stand there.`,
  );
}
