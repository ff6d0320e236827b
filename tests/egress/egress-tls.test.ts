/** Certificates, over real TLS with an authority of the test's own. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { makeAuthority } from '../helpers/make-certificate.ts';
import { ask, failureOf, openPort, type Served, serve, textOf } from './egress-servers.ts';

const authority = makeAuthority();
const open: Served[] = [];
afterEach(async () => {
  vi.unstubAllEnvs();
  for (const server of open.splice(0)) await server.close();
});
async function served(tls: { key: string; cert: string }): Promise<Served> {
  const server = await serve((_request, response) => response.end('safe'), tls);
  open.push(server);
  return server;
}
const trusting = { tls: { ca: authority.cert } };

describe('TLS', () => {
  it('[IS5] trusts an authority that was given, for its connection only', async () => {
    const server = await served(authority.issue(['127.0.0.1']));
    const { egress } = openPort();
    expect(await textOf(await egress(ask(server.origin, trusting)))).toBe('safe');
    expect(await failureOf(egress(ask(server.origin)))).toMatchObject({ kind: 'certificate' });
  });

  it.each([
    ['for another name', authority.issue(['siem.example.com']), /made out for another name/],
    [
      'that has run out',
      authority.issue(['127.0.0.1'], { from: 0, to: 86_400_000 }),
      /has run out/,
    ],
    ['of somebody else', makeAuthority('Stranger').issue(['127.0.0.1']), /authority/],
  ])('[IS5] a certificate %s is refused, and nothing is sent', async (_name, made, words) => {
    // Not even where the environment says that everything is trusted.
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    const server = await served(made);
    const { egress, entries } = openPort();
    const failure = await failureOf(egress(ask(server.origin, trusting)));
    expect(failure).toMatchObject({ kind: 'certificate', message: expect.stringMatching(words) });
    expect(failure.message).toContain('Nothing was sent');
    expect(server.asked).toEqual([]);
    expect(entries).toMatchObject([{ outcome: 'certificate', status: null }]);
  });

  it('[IS5] says what no TLS is, and an authority that cannot be read', async () => {
    const plain = await serve((_request, response) => response.end('plain'));
    open.push(plain);
    const { egress } = openPort();
    const url = plain.origin.replace('http:', 'https:');
    expect(await failureOf(egress(ask(url)))).toMatchObject({ kind: 'unreachable' });
    const bad = { tls: { ca: '-----BEGIN CERTIFICATE-----\nxx\n-----END CERTIFICATE-----' } };
    expect(await failureOf(egress(ask(url, bad)))).toMatchObject({ kind: 'certificate' });
  });
});
