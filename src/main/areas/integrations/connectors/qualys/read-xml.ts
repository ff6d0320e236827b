import { SaxesParser } from 'saxes';
import { ConnectorFailure } from '../../connector.types.ts';

/** Names and texts, with a point between the names of what lies within: 'DNS_DATA.FQDN'. */
export type XmlFields = Record<string, string>;

const MAX_DEPTH = 32;
const MAX_FIELDS = 200;
/** A longer text (the results of a check) is cut: it is no field of an alert. */
const MAX_TEXT = 16_384;

interface Group {
  readonly name: string;
  readonly depth: number;
  readonly fields: XmlFields;
}

export interface XmlPorts {
  /** Elements that are records; one may lie within another. */
  readonly groups: ReadonlySet<string>;
  /** At the end of each, with the names of the records around it, the nearest last. */
  found(name: string, fields: XmlFields, around: readonly XmlFields[]): void;
}

/**
 * Reads XML as it arrives and keeps one record at a time. No entity but the five of XML is known (one
 * that a document declares for itself is an error), nothing is loaded from elsewhere, depth and number
 * of fields are bounded.
 * @throws ConnectorFailure 'answer' where it is not XML in UTF-8
 */
export async function readXml(
  body: AsyncIterable<Uint8Array>,
  ports: XmlPorts,
): Promise<{ root: string; rest: XmlFields }> {
  const reader = createReader(ports);
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for await (const piece of body)
    guarded(() => reader.write(decoder.decode(piece, { stream: true })));
  guarded(() => {
    reader.write(decoder.decode());
    reader.close();
  });
  return reader.result();
}

function guarded(work: () => void): void {
  try {
    work();
  } catch (error) {
    if (error instanceof ConnectorFailure) throw error;
    throw new ConnectorFailure(
      'answer',
      'Qualys answered with something that is not XML in UTF-8. A login page may stand in between: check the address.',
    );
  }
}

function createReader({ groups, found }: XmlPorts) {
  const path: string[] = [];
  const rest: XmlFields = {};
  const open: Group[] = [];
  let root = '';
  let text = '';
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name }) => {
    if (path.length >= MAX_DEPTH) {
      throw new ConnectorFailure('answer', 'The answer of Qualys is nested too deep.');
    }
    if (path.length === 0) root = name;
    path.push(name);
    text = '';
    if (groups.has(name)) open.push({ name, depth: path.length, fields: {} });
  });
  const addText = (more: string) => {
    if (text.length < MAX_TEXT) text += more.slice(0, MAX_TEXT - text.length);
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', ({ name }) => {
    const group = open.at(-1);
    if (group?.depth === path.length) {
      open.pop();
      found(
        name,
        group.fields,
        open.map(({ fields }) => fields),
      );
    } else {
      keep(group?.fields ?? rest, path.slice(group?.depth ?? 1).join('.'), text.trim());
    }
    path.pop();
    text = '';
  });
  return {
    write: (piece: string) => void parser.write(piece),
    close: () => void parser.close(),
    result: () => ({ root, rest }),
  };
}

/** Several of one name are put together: the numbers of a list of CVEs. */
function keep(fields: XmlFields, name: string, text: string): void {
  if (text === '' || name === '' || name === '__proto__') return;
  const before = fields[name];
  if (before === undefined) {
    if (Object.keys(fields).length < MAX_FIELDS) fields[name] = text.toWellFormed();
  } else if (before.length + text.length < MAX_TEXT) {
    fields[name] = `${before}, ${text.toWellFormed()}`;
  }
}
