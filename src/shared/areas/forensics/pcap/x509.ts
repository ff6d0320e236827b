/**
 * The facts of a certificate: X.509 as RFC 5280 section 4.1 writes it, in DER (ITU-T X.690). Nothing is
 * verified.
 */
import { hex, latin1 } from './bytes.ts';
import type { Certificate } from './capture.types.ts';
import { children, type Element, elementAt } from './der.ts';
import { alternativeNames, nameOf } from './x509-names.ts';

/** RFC 5280 section 4.1.2.5: two digits of the year up to 2049, four from then on. */
function timeOf(bytes: Uint8Array, element: Element | undefined): string {
  if (element === undefined) return '';
  const text = latin1(bytes, element.at, element.end);
  const match = /^(\d{2,4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)?Z$/.exec(text);
  if (match === null) return '';
  const [, digits = '', month, day, hour, minute, second = '00'] = match;
  const century = Number(digits) < 50 ? '20' : '19';
  const year = digits.length === 2 ? `${century}${digits}` : digits;
  return `${year}-${month}-${day}T${hour}:${minute}:${second}Z`;
}

export type CertificateFacts = Omit<Certificate, 'sha256' | 'sha1' | 'size'>;

/** Empty texts where the bytes are no certificate. */
export function readCertificate(der: Uint8Array): CertificateFacts {
  const [body] = children(der, elementAt(der, 0, der.length));
  const fields = children(der, body ?? null);
  // The version stands in front, except in version 1.
  const first = fields[0]?.tag === 0xa0 ? 1 : 0;
  const serial = fields[first];
  const validity = children(der, fields[first + 3] ?? null);
  const subject = nameOf(der, fields[first + 4]);
  const issuer = nameOf(der, fields[first + 2]);
  return {
    subject,
    issuer,
    serial: serial === undefined ? '' : hex(der, serial.at, serial.end),
    notBefore: timeOf(der, validity[0]),
    notAfter: timeOf(der, validity[1]),
    names: alternativeNames(
      der,
      fields.find((field) => field.tag === 0xa3),
    ),
    selfSigned: subject !== '' && subject === issuer,
  };
}
