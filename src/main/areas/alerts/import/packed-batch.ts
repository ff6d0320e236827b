import { FINGERPRINT_BYTES } from './fingerprint.ts';
import type { OwnRecord, PreparedAlert } from './imported-alert.ts';

/**
 * A batch as it goes from thread to thread: a list a field instead of an object an alert (objects
 * are copied with the names of their fields, each time), and all bytes in two blocks that move
 * without being copied. `rawEnds[i]` is where alert i's record ends in `raw`; without one it has
 * no length and its format is null.
 */
export interface PackedBatch {
  readonly columns: { readonly [K in PackedField]: PreparedAlert[K][] };
  readonly own: (OwnRecord | null)[] | null;
  readonly raw: Uint8Array<ArrayBuffer>;
  readonly rawEnds: Uint32Array;
  readonly fingerprints: Uint8Array<ArrayBuffer>;
}

const PACKED_FIELDS = [
  'title',
  'description',
  'severity',
  'source',
  'sourceHost',
  'sourceUser',
  'sourceIp',
  'destIp',
  'detector',
  'category',
  'techniques',
  'createdAt',
  'timeBasis',
  'rawFormat',
] as const satisfies readonly (keyof PreparedAlert)[];
type PackedField = (typeof PACKED_FIELDS)[number];

export function packBatch(alerts: readonly PreparedAlert[]): PackedBatch {
  const rawEnds = new Uint32Array(alerts.length);
  let size = 0;
  alerts.forEach((alert, index) => {
    size += alert.raw?.byteLength ?? 0;
    rawEnds[index] = size;
  });
  const raw = new Uint8Array(size);
  const fingerprints = new Uint8Array(alerts.length * FINGERPRINT_BYTES);
  alerts.forEach((alert, index) => {
    if (alert.raw) raw.set(alert.raw, (rawEnds[index] ?? 0) - alert.raw.byteLength);
    fingerprints.set(alert.fingerprint, index * FINGERPRINT_BYTES);
  });
  const columns = Object.fromEntries(
    PACKED_FIELDS.map((field) => [field, alerts.map((alert) => alert[field])]),
  ) as PackedBatch['columns'];
  const own = alerts.some((alert) => alert.own) ? alerts.map((alert) => alert.own) : null;
  return { columns, own, raw, rawEnds, fingerprints };
}

/** The alerts of a batch; their bytes are views into its blocks. */
export function unpackBatch(batch: PackedBatch): PreparedAlert[] {
  const { columns, own, raw, rawEnds, fingerprints } = batch;
  return columns.title.map((title, index) => {
    const at = <F extends PackedField>(field: F) => columns[field][index] as PreparedAlert[F];
    const rawFormat = at('rawFormat');
    const start = index === 0 ? 0 : (rawEnds[index - 1] ?? 0);
    return {
      title,
      description: at('description'),
      severity: at('severity'),
      source: at('source'),
      sourceHost: at('sourceHost'),
      sourceUser: at('sourceUser'),
      sourceIp: at('sourceIp'),
      destIp: at('destIp'),
      detector: at('detector'),
      category: at('category'),
      techniques: at('techniques'),
      createdAt: at('createdAt'),
      timeBasis: at('timeBasis'),
      own: own?.[index] ?? null,
      raw: rawFormat === null ? null : raw.subarray(start, rawEnds[index]),
      rawFormat,
      fingerprint: fingerprints.subarray(
        index * FINGERPRINT_BYTES,
        (index + 1) * FINGERPRINT_BYTES,
      ),
    };
  });
}
