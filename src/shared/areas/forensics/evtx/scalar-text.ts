/** A value as text. Numbers that are none: libyal's EVTX document, section 'Floating point'. */
import type { EvtxScalar } from './evtx.types.ts';

export function scalarText(value: EvtxScalar): string {
  if (typeof value === 'string') return value;
  if (value === null) return '';
  if (typeof value === 'number' && !Number.isFinite(value)) {
    if (Number.isNaN(value)) return '-1.#IND';
    return value > 0 ? '1.#INF' : '-1.#INF';
  }
  return String(value);
}
