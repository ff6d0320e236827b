/** The XML that S3 and STS answer with (REST API of S3, Query API of STS): elements and their text. */
import { ConnectorFailure } from '../../connector.types.ts';

export interface XmlElement {
  readonly name: string;
  readonly children: readonly XmlElement[];
  readonly text: string;
}

interface OpenElement {
  name: string;
  children: XmlElement[];
  text: string;
}

/** Deeper than this no answer of AWS is. */
const MAX_DEPTH = 20;

/** @throws ConnectorFailure where it is no XML. No entity is looked up anywhere. */
export async function readXml(text: string): Promise<XmlElement> {
  const { SaxesParser } = await import('saxes');
  const parser = new SaxesParser();
  const root: OpenElement = { name: '', children: [], text: '' };
  const open: OpenElement[] = [root];
  const stop = () => {
    throw new ConnectorFailure(
      'answer',
      'AWS answered with something that is not XML. Check the address in the settings.',
    );
  };
  parser.on('error', stop);
  parser.on('opentag', ({ name }) => {
    if (open.length > MAX_DEPTH) stop();
    open.push({ name, children: [], text: '' });
  });
  const addText = (piece: string) => {
    const last = open.at(-1);
    if (last) last.text += piece;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    const closed = open.pop();
    if (closed) open.at(-1)?.children.push(closed);
  });
  parser.write(text).close();
  return root.children[0] ?? stop();
}

/** The element at this path below; null where there is none. */
function elementAt(element: XmlElement, ...path: readonly string[]): XmlElement | null {
  let at: XmlElement | undefined = element;
  for (const name of path) at = at?.children.find((child) => child.name === name);
  return at ?? null;
}

export function textAt(element: XmlElement, ...path: readonly string[]): string | null {
  const text = elementAt(element, ...path)?.text.trim();
  return text === undefined || text === '' ? null : text;
}
