/** What went wrong on a connection, in the one kind of error that callers know. */
import { EgressFailure } from '../egress-port.ts';

const UNREACHABLE: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing answers at this address and port',
  EHOSTUNREACH: 'there is no way to it from here',
  ENETUNREACH: 'there is no network',
  ENETDOWN: 'there is no network',
  ETIMEDOUT: 'it did not take the connection in time',
  ECONNRESET: 'it closed the connection before it answered',
  EPIPE: 'it closed the connection before it answered',
};

const CERTIFICATE: Readonly<Record<string, string>> = {
  ERR_TLS_CERT_ALTNAME_INVALID: 'is made out for another name',
  CERT_HAS_EXPIRED: 'has run out',
  CERT_NOT_YET_VALID: 'is not valid yet',
  CERT_REVOKED: 'was revoked',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'is signed by nobody but itself',
  SELF_SIGNED_CERT_IN_CHAIN: 'is of an authority that this machine does not trust',
  UNABLE_TO_GET_ISSUER_CERT: 'is of an authority that this machine does not know',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'is of an authority that this machine does not know',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'is of an authority that this machine does not know',
};

/** `hasBegun`: the head of the answer had come. */
export function connectionFailure(error: unknown, host: string, hasBegun: boolean): EgressFailure {
  if (error instanceof EgressFailure) return error;
  const code = codeOf(error);
  const say = (kind: EgressFailure['kind'], text: string) => new EgressFailure(kind, text);
  if (code === 'HPE_HEADER_OVERFLOW')
    return say('too-large', `The head of the answer of ${host} is too large.`);
  if (code.startsWith('HPE_')) return say('broken', `What answers at ${host} does not speak HTTP.`);
  if (code.startsWith('Z_') || code.startsWith('ERR__') || code.startsWith('ERR_BROTLI'))
    return say('broken', `The answer of ${host} cannot be unpacked.`);
  if (hasBegun)
    return say('broken', `The connection to ${host} broke off in the middle of the answer.`);
  const certificate = CERTIFICATE[code];
  if (certificate !== undefined || /^(?:CERT_|ERR_TLS_CERT)|SELF_SIGNED|ISSUER|CRL/.test(code))
    return say(
      'certificate',
      `The certificate of ${host} ${certificate ?? 'is not valid'} (${code}). Nothing was sent. Check the address, or give the organisation's own authority.`,
    );
  if (/^(?:ERR_SSL|EPROTO|ERR_TLS)/.test(code))
    return say('unreachable', `${host} could not agree on TLS (${code}).`);
  if (code === 'ENOTFOUND' || code === 'ENODATA')
    return say('not-found', `The name ${host} is not known to this network.`);
  if (code === 'EAI_AGAIN')
    return say('not-found', `The name ${host} could not be looked up: no name server answers.`);
  return say(
    'unreachable',
    `${host} cannot be reached: ${UNREACHABLE[code] ?? 'the connection failed'}.`,
  );
}

function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return '';
  // Several addresses were tried: the first tells enough.
  if (error instanceof AggregateError) return codeOf(error.errors[0]);
  return 'code' in error ? String(error.code) : '';
}
