/** Observables are asked for record by record: TheHive has no query that gives them with a list. */
import type { ConnectorContext } from '../../connector.types.ts';
import { objectIn, textIn } from '../shared/answers.ts';
import type { TheHiveSettings } from './settings.ts';
import { ask, type Kind } from './thehive-api.ts';

/** Records of a page whose observables are read: a request each, within the time of a page. */
export const MOST_WITH_OBSERVABLES = 50;
const MOST_OBSERVABLES = 100;

const ONE: Readonly<Record<Kind, string>> = { alert: 'getAlert', case: 'getCase' };

/** The record as it came, with `observables` in front. */
export async function withObservables(
  context: ConnectorContext<TheHiveSettings>,
  kind: Kind,
  records: readonly Uint8Array[],
): Promise<readonly Uint8Array[]> {
  const all: Uint8Array[] = [];
  for (const bytes of records) {
    const text = Buffer.from(bytes).toString('utf8').trimStart();
    const id = idOf(text);
    if (id === null || !/^\{\s*"/.test(text)) {
      all.push(bytes);
      continue;
    }
    const { body } = await ask(context, `observables of an ${kind}`, [
      { _name: ONE[kind], idOrName: id },
      { _name: 'observables' },
      { _name: 'page', from: 0, to: MOST_OBSERVABLES },
    ]);
    const found = Array.isArray(body) ? body.flatMap((one) => observableOf(one) ?? []) : [];
    all.push(Buffer.from(`{"observables":${JSON.stringify(found)},${text.slice(1)}`));
  }
  return all;
}

function idOf(text: string): string | null {
  try {
    return textIn(JSON.parse(text), '_id');
  } catch {
    return null;
  }
}

function observableOf(value: unknown): { dataType: string; data: string } | null {
  const [dataType, data] = [textIn(value, 'dataType'), textIn(value, 'data')];
  return dataType === null || data === null || objectIn(value, 'attachment') !== null
    ? null
    : { dataType: dataType.slice(0, 60), data: data.slice(0, 2_000) };
}
