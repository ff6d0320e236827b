import { AwsV4Signer } from 'aws4fetch';
import type { VendorAnswer, VendorRequest } from './vendor-server.ts';

interface Signing {
  readonly origin: string;
  readonly service: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

/** Whether the request carries the signature (SigV4) that this secret makes of what really arrived. */
export async function isSigned(request: VendorRequest, signing: Signing): Promise<boolean> {
  const { origin, sessionToken, ...rest } = signing;
  const given = request.headers;
  const names = /SignedHeaders=([^,]+)/.exec(given.authorization ?? '')?.[1]?.split(';') ?? [];
  const token = given['x-amz-security-token'];
  if (token !== sessionToken) return false;
  const hash = given['x-amz-content-sha256'];
  const query = request.query.toString();
  const signer = new AwsV4Signer({
    ...rest,
    method: request.method,
    url: `${origin}${request.path}${query === '' ? '' : `?${query}`}`,
    datetime: given['x-amz-date'] ?? '',
    headers: hash === undefined ? {} : { 'x-amz-content-sha256': hash },
    ...(request.body.length === 0 ? {} : { body: request.body.toString('utf8') }),
    ...(sessionToken === undefined ? {} : { sessionToken }),
  });
  const { headers } = await signer.sign();
  return names.includes('host') && headers.get('authorization') === given.authorization;
}

/** As services that speak JSON refuse. */
export const refusal = (code: string, status = 403): VendorAnswer => ({
  status,
  headers: { 'x-amzn-errortype': `${code}:http://internal.example.com/` },
  json: { message: 'as scripted' },
});

/** As S3 and STS refuse. */
export const xmlRefusal = (code: string, status = 403): VendorAnswer => ({
  status,
  headers: { 'content-type': 'application/xml' },
  bytes: `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>as scripted</Message></Error>`,
});
