/**
 * Requests to AWS in the name of an access key, signed by Signature Version 4 and sent through the
 * connectors' HTTP like everything else. The secret is used for the signature only and goes nowhere.
 */
import type { ConnectorContext, HttpReply, JsonReply } from '../../connector.types.ts';
import { textIn } from '../shared/answers.ts';
import { awsFailure } from './aws-failure.ts';
import { readXml, textAt } from './aws-xml.ts';

export interface AwsCredentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken: string | null;
}

export interface AwsQuestion {
  readonly service: 'guardduty' | 's3' | 'sts';
  readonly region: string;
  readonly method: 'GET' | 'POST';
  readonly url: string;
  /** JSON, or a form of names and values. */
  readonly body?: { readonly [name: string]: unknown } | URLSearchParams;
  /** The action as a policy names it. */
  readonly action: string;
  readonly why: string;
  readonly maxBytes?: number;
}

type Context = Pick<ConnectorContext<unknown>, 'http' | 'now'>;

/** AWS says with these why it refuses; the text decides what that is. */
const REFUSALS = [400, 403] as const;
/** Of a refusal, read into memory. */
const MAX_REFUSAL_BYTES = 64 * 1024;

async function signed(context: Context, credentials: AwsCredentials, question: AwsQuestion) {
  const { AwsV4Signer } = await import('aws4fetch');
  const { body } = question;
  const isForm = body instanceof URLSearchParams;
  const text = body === undefined ? undefined : isForm ? body.toString() : JSON.stringify(body);
  const signer = new AwsV4Signer({
    method: question.method,
    url: question.url,
    ...(text === undefined
      ? {}
      : {
          body: text,
          headers: {
            'content-type': isForm ? 'application/x-www-form-urlencoded' : 'application/json',
          },
        }),
    accessKeyId: credentials.accessKeyId,
    secretAccessKey: credentials.secretAccessKey,
    ...(credentials.sessionToken === null ? {} : { sessionToken: credentials.sessionToken }),
    service: question.service,
    region: question.region,
    datetime: new Date(context.now()).toISOString().replace(/[:-]|\.\d{3}/g, ''),
  });
  const { url, headers } = await signer.sign();
  return {
    method: question.method,
    url: url.href,
    headers: Object.fromEntries(headers.entries()),
    ...(text === undefined ? {} : { body: text }),
    why: question.why,
    expects: REFUSALS,
    ...(question.maxBytes === undefined ? {} : { maxBytes: question.maxBytes }),
  };
}

/** @throws ConnectorFailure */
export async function askJson(
  context: Context,
  credentials: AwsCredentials,
  question: AwsQuestion,
): Promise<JsonReply> {
  const reply = await context.http.json(await signed(context, credentials, question));
  if (reply.status < 400) return reply;
  const named =
    reply.header('x-amzn-errortype') ??
    textIn(reply.body, '__type') ??
    textIn(reply.body, 'code') ??
    textIn(reply.body, 'Code');
  // 'aws.guardduty#AccessDeniedException:http://…'
  const code = named?.split(':')[0]?.split('#').at(-1) ?? null;
  throw awsFailure(code, reply.status, question.action);
}

/** The body as it arrives. @throws ConnectorFailure */
export async function askBytes(
  context: Context,
  credentials: AwsCredentials,
  question: AwsQuestion,
): Promise<HttpReply & { readonly body: AsyncIterable<Uint8Array> }> {
  const reply = await context.http.bytes(await signed(context, credentials, question));
  if (reply.status < 400) return reply;
  throw awsFailure(await codeOf(reply.body), reply.status, question.action);
}

/** The body as text. @throws ConnectorFailure */
export async function askText(
  context: Context,
  credentials: AwsCredentials,
  question: AwsQuestion,
): Promise<string> {
  const reply = await askBytes(context, credentials, question);
  const parts: Uint8Array[] = [];
  for await (const part of reply.body) parts.push(part);
  return Buffer.concat(parts).toString('utf8');
}

async function codeOf(body: AsyncIterable<Uint8Array>): Promise<string | null> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body) {
    parts.push(part);
    size += part.length;
    if (size >= MAX_REFUSAL_BYTES) break;
  }
  try {
    const xml = await readXml(Buffer.concat(parts).toString('utf8'));
    return textAt(xml, 'Code') ?? textAt(xml, 'Error', 'Code');
  } catch {
    // A refusal that is no XML: its status stands.
    return null;
  }
}
