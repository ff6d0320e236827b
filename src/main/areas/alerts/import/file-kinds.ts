interface FileKind {
  readonly magic: string;
  readonly at?: number;
  readonly what: string;
}

const UNPACK = 'Unpack it and import the file inside.';
const NOT_ALERTS = 'Import the alerts that your detection tool made of it, as JSON or CSV.';

/** Files that are no alerts, by their first bytes (hexadecimal), and what to do instead. */
const KINDS: readonly FileKind[] = [
  { magic: '504b0304', what: `This is a ZIP archive or an Office document. ${UNPACK}` },
  { magic: '504b0506', what: 'This is an empty ZIP archive.' },
  { magic: '526172211a07', what: `This is a RAR archive. ${UNPACK}` },
  { magic: '377abcaf271c', what: `This is a 7-Zip archive. ${UNPACK}` },
  { magic: 'fd377a585a00', what: `This is a file packed with xz. ${UNPACK}` },
  { magic: '425a68', what: `This is a file packed with bzip2. ${UNPACK}` },
  { magic: '28b52ffd', what: `This is a file packed with Zstandard. ${UNPACK}` },
  { magic: '04224d18', what: `This is a file packed with LZ4. ${UNPACK}` },
  { magic: '7573746172', at: 257, what: `This is a tar archive. ${UNPACK}` },
  { magic: '456c6646696c6500', what: `This is a Windows event log (EVTX). ${NOT_ALERTS}` },
  { magic: 'a1b2c3d4', what: `This is a packet capture. ${NOT_ALERTS}` },
  { magic: 'd4c3b2a1', what: `This is a packet capture. ${NOT_ALERTS}` },
  { magic: 'a1b23c4d', what: `This is a packet capture. ${NOT_ALERTS}` },
  { magic: '4d3cb2a1', what: `This is a packet capture. ${NOT_ALERTS}` },
  { magic: '0a0d0d0a', what: `This is a packet capture (pcapng). ${NOT_ALERTS}` },
  { magic: '50415231', what: 'This is a Parquet file. Convert it to NDJSON or CSV first.' },
  { magic: '4f626a01', what: 'This is an Avro file. Convert it to NDJSON or CSV first.' },
  { magic: '53514c69746520666f726d6174203300', what: `This is a SQLite database. ${NOT_ALERTS}` },
  { magic: '89504e470d0a1a0a', what: 'This is a PNG image, not a file of alerts.' },
  { magic: 'ffd8ff', what: 'This is a JPEG image, not a file of alerts.' },
  { magic: '47494638', what: 'This is a GIF image, not a file of alerts.' },
  { magic: '25504446', what: `This is a PDF document. ${NOT_ALERTS}` },
  { magic: 'd0cf11e0a1b11ae1', what: `This is an old Office document. ${NOT_ALERTS}` },
  { magic: '7f454c46', what: 'This is a program (ELF), not a file of alerts.' },
  { magic: '4d5a9000', what: 'This is a program (Windows), not a file of alerts.' },
];

const MARKUP = /^\s*<(?:\?xml|!doctype|html|events?[\s>])/i;

/** What a file is that cannot hold alerts, with what to do; null where it may be text. */
export function nameWrongKind(head: Buffer): string | null {
  for (const { magic, at = 0, what } of KINDS) {
    const bytes = Buffer.from(magic, 'hex');
    if (head.subarray(at, at + bytes.length).equals(bytes)) return what;
  }
  if (MARKUP.test(head.toString('latin1', 0, 200).replace(/^ï»¿/, ''))) {
    return `This is an XML or HTML file. ${NOT_ALERTS}`;
  }
  return null;
}

/** True where the bytes are no text in any encoding that is read here. */
export function isBinary(head: Buffer): boolean {
  const sample = head.subarray(0, 65_536);
  let controls = 0;
  for (const byte of sample) {
    if (byte < 32 && byte !== 9 && byte !== 10 && byte !== 13 && byte !== 0 && byte !== 27) {
      controls++;
    }
  }
  return controls > 8 && controls * 20 > sample.length;
}
