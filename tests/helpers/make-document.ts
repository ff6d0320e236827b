import { zipOf } from './make-workbook.ts';

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';

/** The parts of a plain Word document whose body is given; `extra` adds or replaces parts. */
export function documentParts(
  body: string,
  extra: Record<string, string | Buffer> = {},
  relationships = '',
): Record<string, string | Buffer> {
  return {
    '[Content_Types].xml': `<?xml version="1.0"?><Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
    '_rels/.rels': `<?xml version="1.0"?><Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="word/document.xml"/></Relationships>`,
    'word/_rels/document.xml.rels': `<?xml version="1.0"?><Relationships xmlns="${PACKAGE}/relationships">${relationships}</Relationships>`,
    'word/document.xml': `<?xml version="1.0"?><w:document xmlns:w="${WORD}" xmlns:r="${OFFICE}" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"><w:body>${body}</w:body></w:document>`,
    ...extra,
  };
}

export const paragraph = (text: string) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`;

export const relationship = (id: string, type: string, target: string, isOutside = true) =>
  `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"${isOutside ? ' TargetMode="External"' : ''}/>`;

export const makeDocument = (...parts: Parameters<typeof documentParts>) =>
  zipOf(documentParts(...parts));
