/**
 * Opens a Word document that a stranger made (ECMA-376 part 1, WordprocessingML), by archive-parts.ts.
 * Further defences: how deep and how many its elements are is counted before a parser builds them;
 * macros, pictures, embedded files, attached templates and all that leads out of the file, but for
 * links that a reader may follow, is left out, and named.
 */
import { AppError } from '../../../shared/contract/errors.ts';
import { type ArchiveKind, notOfKind, packArchive, readArchive } from './archive-parts.ts';

export interface DocumentLimits {
  readonly maxInflatedBytes: number;
  readonly maxEntries: number;
  /** Of the text itself. */
  readonly maxTextBytes: number;
  readonly maxElements: number;
  readonly maxDepth: number;
}

const MEBIBYTE = 1024 * 1024;
const DOCUMENT_LIMITS: DocumentLimits = {
  maxInflatedBytes: 48 * MEBIBYTE,
  maxEntries: 2_000,
  maxTextBytes: 12 * MEBIBYTE,
  maxElements: 400_000,
  maxDepth: 120,
};

const DOCUMENT: ArchiveKind = {
  noun: 'document',
  name: 'a .docx document',
  extension: '.docx',
  oldExtension: '.doc',
  advice: 'Split it, or save it as Markdown.',
  writers: 'word processor',
};
const TEXT = 'word/document.xml';
const KEPT_PARTS =
  /^(?:\[Content_Types\]\.xml|_rels\/\.rels|word\/(?:document|styles|numbering|footnotes|endnotes)\.xml|word\/_rels\/(?:document|footnotes|endnotes)\.xml\.rels)$/;

/** What of a file was not read. */
export interface LeftOut {
  readonly what: string;
  readonly reason: string;
  readonly count: number;
}

export interface SafeDocument {
  readonly bytes: ArrayBuffer;
  readonly leftOut: readonly LeftOut[];
}

/** @throws AppError 'bad-input' or 'too-large' with what is wrong and what to do. */
export async function readSafeDocument(
  bytes: Uint8Array,
  limits: Partial<DocumentLimits> = {},
): Promise<SafeDocument> {
  const all = { ...DOCUMENT_LIMITS, ...limits };
  const { parts, others } = await readArchive(bytes, DOCUMENT, all);
  const names = [...parts.keys(), ...others];
  const text = parts.get(TEXT);
  if (text === undefined) throw notOfKind(DOCUMENT);
  const leftOut = [...nameParts(names), ...nameFields(text)];
  for (const name of [...parts.keys()]) if (!KEPT_PARTS.test(name)) parts.delete(name);
  if (text.length > all.maxTextBytes)
    throw new AppError(
      'too-large',
      `The text of this document takes more than ${Math.round(all.maxTextBytes / MEBIBYTE)} MB. ${DOCUMENT.advice}`,
    );
  for (const [name, xml] of parts) checkElements(name, xml, all);
  let links = 0;
  for (const [name, xml] of parts) {
    if (!name.endsWith('.rels')) continue;
    const kept = dropOutside(xml);
    links += kept.dropped;
    parts.set(name, kept.xml);
  }
  if (links > 0)
    leftOut.push({
      what: 'References to other files',
      reason: 'Nothing outside of the file is opened',
      count: links,
    });
  return { bytes: await packArchive(parts), leftOut };
}

const LEFT_PARTS: readonly (readonly [RegExp, string, string])[] = [
  [/^word\/(?:vba|activeX)/i, 'Macros and controls', 'They are never run'],
  [/^word\/embeddings\//i, 'Embedded files', 'They are never opened'],
  [/^word\/comments\.xml$/i, 'Comments', 'Only the text is taken over'],
  [/^word\/(?:header|footer)\d*\.xml$/i, 'Headers and footers', 'Only the text is taken over'],
  [/^word\/(?:charts|diagrams)\/[^_]/i, 'Charts and diagrams', 'Only the text is taken over'],
  [/^word\/afchunk/i, 'Attached files', 'They are never opened'],
];

function nameParts(names: readonly string[]): LeftOut[] {
  return LEFT_PARTS.flatMap(([pattern, what, reason]) => {
    const count = names.filter((name) => pattern.test(name)).length;
    return count === 0 ? [] : [{ what, reason, count }];
  });
}

/** Instructions that fetch or run something; their last result is text, and stays. */
const ACTIVE_FIELD =
  /\b(?:INCLUDETEXT|INCLUDEPICTURE|DDE|DDEAUTO|LINK|IMPORT|DATABASE|MACROBUTTON)\b/;

function nameFields(text: string): LeftOut[] {
  const fields = [
    ...text.matchAll(/<w:instrText[^>]*>([^<]*)</g),
    ...text.matchAll(/<w:fldSimple[^>]*w:instr="([^"]*)"/g),
  ].filter(([, code]) => ACTIVE_FIELD.test(code ?? '')).length;
  const changes = [...text.matchAll(/<w:(?:ins|del) /g)].length;
  return [
    ...(fields === 0
      ? []
      : [
          { what: 'Fields that fetch or run something', reason: 'Their text stays', count: fields },
        ]),
    ...(changes === 0
      ? []
      : [{ what: 'Tracked changes', reason: 'Taken as accepted', count: changes }]),
  ];
}

/** In these, what looks like a tag is none. */
const NO_TAGS = /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<\?[\s\S]*?\?>/g;

/** Depth and number of elements, without building them. */
function checkElements(name: string, xml: string, { maxElements, maxDepth }: DocumentLimits): void {
  let depth = 0;
  let elements = 0;
  for (const [tag] of xml.replace(NO_TAGS, '').matchAll(/<(?![?!])[^<>]*>/g)) {
    if (tag.startsWith('</')) {
      depth--;
      continue;
    }
    elements++;
    if (!tag.endsWith('/>')) depth++;
    if (depth > maxDepth)
      throw new AppError(
        'bad-input',
        `The part ${name} of this document is nested more than ${maxDepth} deep, which no word processor writes. It was not read.`,
      );
    if (elements > maxElements)
      throw new AppError(
        'too-large',
        `The part ${name} of this document has more than ${maxElements.toLocaleString('en')} elements. ${DOCUMENT.advice}`,
      );
  }
}

const RELATIONSHIP = /<Relationship\b[^>]*?(?:\/>|>\s*<\/Relationship>)/g;
const OUTSIDE = /\bTargetMode\s*=\s*["']\s*External\s*["']/i;
const LINK = /\bType\s*=\s*["'][^"']*\/hyperlink["']/;

/** Of what leads out of the file, links stay: they are text until somebody confirms them. */
function dropOutside(xml: string): { xml: string; dropped: number } {
  let dropped = 0;
  const kept = xml.replace(RELATIONSHIP, (relationship) => {
    const isOutside = OUTSIDE.test(relationship) && !LINK.test(relationship);
    const isEscape = /\bTarget\s*=\s*["'](?:[^"']*\.\.\/\.\.|file:|\\\\|[a-z]:)/i.test(
      relationship,
    );
    if (!isOutside && !(isEscape && !LINK.test(relationship))) return relationship;
    dropped++;
    // It keeps its name, which the text may mention, and leads nowhere.
    return relationship
      .replace(/\bTargetMode\s*=\s*(?:"[^"]*"|'[^']*')/gi, '')
      .replace(/\bTarget\s*=\s*(?:"[^"]*"|'[^']*')/g, 'Target="left-out"');
  });
  return { xml: kept, dropped };
}
