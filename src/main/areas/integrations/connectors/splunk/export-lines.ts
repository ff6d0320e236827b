import { isObject } from '../../../../platform/records/json-record.ts';
import { ConnectorFailure } from '../../connector.types.ts';

const RESULT = '"result":';

/**
 * Rows of `search/v2/jobs/export` with `output_mode=json`: one object a line; rows of a preview are
 * replaced by later ones and passed over; messages stand between; the last row says that it is.
 * @throws ConnectorFailure where Splunk says so, or where the end is missing
 */
export async function readRows(lines: AsyncIterable<Uint8Array>): Promise<Uint8Array[]> {
  const decode = utf8();
  const rows: Uint8Array[] = [];
  let isWhole = true;
  for await (const bytes of lines) {
    const { text, line } = readLine(decode, bytes);
    checkMessages(line.messages);
    if (line.preview === true) continue;
    if (isObject(line.result)) {
      rows.push(rowOf(text, line.result));
      isWhole = false;
    }
    if (line.lastrow === true) isWhole = true;
  }
  if (isWhole) return rows;
  throw new ConnectorFailure(
    'unavailable',
    'The search ended before its last row. Nothing of it was used; it is asked again later.',
  );
}

function utf8(): (bytes: Uint8Array) => string {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  return (bytes) => decoder.decode(bytes);
}

function readLine(decode: (bytes: Uint8Array) => string, bytes: Uint8Array) {
  try {
    const text = decode(bytes);
    const line: unknown = JSON.parse(text);
    if (isObject(line)) return { text, line };
  } catch {
    // Said below.
  }
  throw new ConnectorFailure(
    'answer',
    'Splunk answered with a line that is not JSON in UTF-8. A login page may stand in between: check the address and its port.',
  );
}

/** The row as Splunk wrote it, without what counts it within its answer. */
function rowOf(text: string, result: unknown): Uint8Array {
  const from = text.indexOf(RESULT);
  const written = text.slice(from + RESULT.length, text.lastIndexOf('}')).trim();
  const isWritten = from !== -1 && written.startsWith('{') && isJson(written);
  return Buffer.from(isWritten ? written : JSON.stringify(result), 'utf8');
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function checkMessages(messages: unknown): void {
  if (!Array.isArray(messages)) return;
  for (const message of messages.slice(0, 50)) {
    const { type, text } = isObject(message) ? message : {};
    const said =
      typeof text === 'string' ? text.replace(/\s+/g, ' ').slice(0, 200).toWellFormed() : '';
    if (type === 'FATAL' || type === 'ERROR') {
      throw new ConnectorFailure('settings', `Splunk did not run the search. It said: ${said}`);
    }
    // A search head without one of its indexers gives what it has, and only says so.
    if (/incomplete|partial results|unable to distribute/i.test(said)) {
      throw new ConnectorFailure(
        'unavailable',
        `The results are not whole; nothing of them was used. Splunk said: ${said}`,
      );
    }
  }
}
