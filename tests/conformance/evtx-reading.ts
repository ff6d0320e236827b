/** How the conformance tests read a log. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type {
  EvtxDamage,
  EvtxElement,
  EvtxOptions,
  EvtxRecord,
} from '../../src/shared/areas/forensics/evtx/evtx.types.ts';
import { readEvtx } from '../../src/shared/areas/forensics/evtx/read-evtx.ts';
import { scalarText } from '../../src/shared/areas/forensics/evtx/scalar-text.ts';
import { SHARED_DATA } from '../helpers/import-file.ts';
import { sourceOf } from '../helpers/make-evtx.ts';

export const EVTX_SAMPLES = join(SHARED_DATA, 'evtx', 'format-samples');
export const SIGMA_PAIRS = join(SHARED_DATA, 'sigma', 'regression_data');

export interface ReadLog {
  readonly records: readonly EvtxRecord[];
  readonly damage: readonly EvtxDamage[];
}

export function readLog(bytes: Uint8Array, options: EvtxOptions = {}): ReadLog {
  const records: EvtxRecord[] = [];
  const damage: EvtxDamage[] = [];
  for (const item of readEvtx(sourceOf(bytes), options)) {
    if (item.kind === 'record') records.push(item);
    else damage.push(item);
  }
  return { records, damage };
}

export function readSample(name: string, options: EvtxOptions = {}): ReadLog {
  return readLog(readFileSync(join(EVTX_SAMPLES, name)), options);
}

/** Every attribute and every value with its path, in the order of the document. */
export function linesOf(element: EvtxElement, above = ''): string[] {
  const path = above === '' ? element.name : `${above}/${element.name}`;
  const attributes = element.attributes.map(
    ({ name, value }) => `${path}@${name}=${scalarText(value)}`,
  );
  const own = element.children.length === 0 ? [`${path}=${scalarText(element.value)}`] : [];
  return [...attributes, ...own, ...element.children.flatMap((child) => linesOf(child, path))];
}
