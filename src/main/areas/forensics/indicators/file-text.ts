/** A file of a stranger as bytes and as text. */
import { Buffer } from 'node:buffer';
import { AppError } from '../../../../shared/contract/errors.ts';

const MEBIBYTE = 1024 * 1024;

export async function readWholeFile(
  source: AsyncIterable<Uint8Array>,
  most: number,
): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of source) {
    size += part.byteLength;
    if (size > most)
      throw new AppError('too-large', `This file is larger than ${most / MEBIBYTE} MB. Split it.`);
    parts.push(part);
  }
  if (size === 0) throw new AppError('bad-input', 'This file is empty.');
  return Buffer.concat(parts);
}

/** By its mark, else UTF-8; what is neither is read as Latin-1, so that ASCII in it is found. */
export function textOfBytes(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return bytes.subarray(2).toString('utf16le');
  if (bytes[0] === 0xfe && bytes[1] === 0xff)
    return Buffer.from(bytes.subarray(2, bytes.length - (bytes.length % 2)))
      .swap16()
      .toString('utf16le');
  const body =
    bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    return body.toString('latin1');
  }
}
