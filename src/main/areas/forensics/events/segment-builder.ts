/** Takes events one by one and makes segments of them: columns of values, and the words in them. */
import type { EvidenceEvent } from '../../../../shared/areas/forensics/events/event.types.ts';
import {
  type EncodedValues,
  encodeValues,
  packCodes,
  packNumbers,
  packValues,
  textsOf,
  toKept,
} from './packed.ts';
import {
  COLUMN,
  type ColumnImage,
  PART_VALUES,
  SEGMENT_ROWS,
  type SegmentImage,
} from './segment-image.ts';
import { packTerms } from './term-blocks.ts';
import { TermTable } from './term-table.ts';

/** Of texts in a segment: large records make segments of fewer rows, so that memory is bounded. */
const SEGMENT_CHARS = 12_000_000;
/** Of fields in a segment; each needs room for its codes. */
const SEGMENT_COLUMNS = 1_000;
/** Columns whose words are looked for. A record's own number is not. */
const WORDLESS: ReadonlySet<number> = new Set([COLUMN.record, COLUMN.kind]);

/** Rows after which a column may be known to have few equal values, and how few of 100. */
const JUDGED_ROWS = 2_000;
const UNIQUE_PERCENT = 90;

interface Column {
  /** Null: nearly every value is another, so that looking for equal ones is not worth it. */
  readonly places: Map<string, number> | null;
  values: string[];
  readonly codes: Uint16Array<ArrayBuffer>;
  present: number;
  /** What was put last, and its code; of a column whose values repeat. */
  last: string | readonly string[] | null;
  lastCode: number;
}

/** Gives a field's number, or null where no more names are told apart. */
export type NameField = (name: string) => number | null;

export interface SegmentBuilder {
  readonly rows: number;
  readonly isFull: boolean;
  add(event: EvidenceEvent): void;
  /** What there is, and begins anew. */
  take(): SegmentImage;
}

const PLAIN_NUMBER = /^(?:0|[1-9]\d{0,14})$/;

interface Packing {
  readonly terms: TermTable;
  readonly rows: number;
  /** Filled with columns whose values hardly repeat. */
  readonly unique: Set<number>;
}

/** The words of a part's values; `ref` is the first one's. */
function addWords(
  terms: TermTable,
  values: readonly string[],
  { encoded: { bytes, ends }, ref }: { encoded: EncodedValues; ref: number },
): void {
  let from = 0;
  for (let index = 0; index < values.length; index++) {
    const kept = values[index] as string;
    const to = ends[index] as number;
    if (kept !== '' && (bytes[from] as number) <= 2)
      for (const text of textsOf(kept)) terms.add(text, ref + index);
    else if (to - from === kept.length) terms.addAscii(bytes, ref + index, { from, to });
    else terms.add(kept, ref + index);
    from = to;
  }
}

function packColumn(
  column: number,
  { values, codes, present }: Column,
  { terms, rows, unique }: Packing,
): ColumnImage {
  const parts = [];
  for (let from = 0; from < values.length; from += PART_VALUES) {
    const part = values.slice(from, from + PART_VALUES);
    const encoded = encodeValues(part);
    if (!WORDLESS.has(column)) addWords(terms, part, { encoded, ref: column * 65_536 + from });
    parts.push(packValues(encoded));
  }
  if (present >= JUDGED_ROWS && values.length * 100 > present * UNIQUE_PERCENT) unique.add(column);
  const isPlain = present === rows && (values.length === 1 || values.length === rows);
  return {
    ...{ column, present, distinct: values.length, parts },
    codes: isPlain ? new Uint8Array(0) : packCodes(codes, rows, values.length),
  };
}

function spanOf(times: Float64Array): Pick<SegmentImage, 'untimed' | 'firstMs' | 'lastMs'> {
  let first = Number.POSITIVE_INFINITY;
  let last = Number.NEGATIVE_INFINITY;
  let untimed = 0;
  for (const time of times) {
    if (Number.isNaN(time)) untimed++;
    if (time < first) first = time;
    if (time > last) last = time;
  }
  const isTimed = first <= last;
  return { untimed, firstMs: isTimed ? first : null, lastMs: isTimed ? last : null };
}

/** Answers how many chars have to be kept for it: none where the value is known. */
function putValue(into: Column, row: number, value: string | readonly string[]): number {
  into.present++;
  // Logs say the same in a row; to look a text up costs its hash.
  if (value === into.last) {
    into.codes[row] = into.lastCode;
    return 0;
  }
  // A text stands for itself, but for the few that might be taken for the mark of another.
  const isPlain = typeof value === 'string' && !(value.charCodeAt(0) <= 2);
  const key = isPlain ? value : toKept(value);
  const known = into.places?.get(key);
  const code = known ?? into.values.push(isPlain ? toKept(value) : key);
  into.codes[row] = code;
  if (into.places !== null) {
    if (known === undefined) into.places.set(key, code);
    into.last = value;
    into.lastCode = code;
  }
  return known === undefined ? key.length : 0;
}

export function createSegmentBuilder(nameField: NameField): SegmentBuilder {
  const terms = new TermTable();
  const columns = new Map<number, Column>();
  const free: Uint16Array<ArrayBuffer>[] = [];
  const numbers = {
    [COLUMN.time]: new Float64Array(SEGMENT_ROWS),
    [COLUMN.nanos]: new Float64Array(SEGMENT_ROWS),
    [COLUMN.offset]: new Float64Array(SEGMENT_ROWS),
    [COLUMN.recordNumber]: new Float64Array(SEGMENT_ROWS),
  };
  const byName = new Map<string, number>();
  /** Records of one file have the same fields in the same order: by place, whose column it was last. */
  const layout: { readonly name: string; readonly into: Column }[] = [];
  /** Columns whose values hardly repeated in a segment before. */
  const unique = new Set<number>();
  let rows = 0;
  let chars = 0;

  function columnOf(column: number): Column {
    const known = columns.get(column);
    if (known) return known;
    const codes = free.pop() ?? new Uint16Array(SEGMENT_ROWS);
    const places = unique.has(column) ? null : new Map<string, number>();
    const made: Column = { places, values: [], codes, present: 0, last: null, lastCode: 0 };
    columns.set(column, made);
    return made;
  }

  function put(into: Column, value: string | readonly string[]): void {
    chars += putValue(into, rows, value);
  }

  /** Undefined where no more names are told apart. */
  function fieldColumn(name: string): Column | undefined {
    let column = byName.get(name);
    if (column === undefined) {
      const named = nameField(name);
      if (named === null) return undefined;
      column = named;
      byName.set(name, named);
    }
    if (columns.size >= SEGMENT_COLUMNS && !columns.has(column)) return undefined;
    return columnOf(column);
  }

  function putFields(fields: EvidenceEvent['fields']): void {
    let more: Record<string, unknown> | undefined;
    let place = 0;
    for (const name in fields) {
      const value = fields[name] as string | readonly string[];
      const usual = layout[place];
      const into = usual?.name === name ? usual.into : fieldColumn(name);
      if (into === undefined) {
        more ??= Object.create(null) as Record<string, unknown>;
        more[name] = value;
      } else {
        if (usual?.name !== name) layout[place] = { name, into };
        put(into, value);
      }
      place++;
    }
    if (more) put(columnOf(COLUMN.more), JSON.stringify(more));
  }

  function putRecord(record: string | null): void {
    const isNumber = record !== null && PLAIN_NUMBER.test(record);
    numbers[COLUMN.recordNumber][rows] = isNumber ? Number(record) : Number.NaN;
    if (record !== null && !isNumber) put(columnOf(COLUMN.record), record);
  }

  return {
    get rows() {
      return rows;
    },
    get isFull() {
      return rows === SEGMENT_ROWS || chars >= SEGMENT_CHARS;
    },
    add(event) {
      numbers[COLUMN.time][rows] = event.timeMs ?? Number.NaN;
      numbers[COLUMN.nanos][rows] = event.timeNanos === 0 ? Number.NaN : event.timeNanos;
      numbers[COLUMN.offset][rows] = event.offset ?? Number.NaN;
      putRecord(event.record);
      put(columnOf(COLUMN.kind), event.kind);
      if (event.host !== null) put(columnOf(COLUMN.host), event.host);
      if (event.user !== null) put(columnOf(COLUMN.user), event.user);
      if (event.provider !== null) put(columnOf(COLUMN.provider), event.provider);
      if (event.code !== null) put(columnOf(COLUMN.code), event.code);
      put(columnOf(COLUMN.summary), event.summary);
      putFields(event.fields);
      rows++;
    },
    take() {
      const images = [...columns]
        .sort(([left], [right]) => left - right)
        .map(([column, made]) => packColumn(column, made, { terms, rows, unique }));
      const image: SegmentImage = {
        rows,
        ...spanOf(numbers[COLUMN.time].subarray(0, rows)),
        numbers: Object.entries(numbers).flatMap(([column, values]) =>
          values.subarray(0, rows).every(Number.isNaN)
            ? []
            : [{ column: Number(column), bytes: packNumbers(values, rows) }],
        ),
        columns: images,
        ...packTerms(terms),
      };
      for (const { codes } of columns.values()) free.push(codes.fill(0));
      columns.clear();
      terms.clear();
      byName.clear();
      layout.length = 0;
      rows = 0;
      chars = 0;
      return image;
    },
  };
}
