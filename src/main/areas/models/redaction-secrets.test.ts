import { describe, expect, it } from 'vitest';
import { cpuClock } from '../../../../tests/helpers/cpu-time.ts';
import { isHighEntropy } from './redaction-secrets.ts';
import { testRedactor } from './redactor.fixture.ts';

const redactor = () => testRedactor([], ['own-endpoint-key-77']);

function redact(text: string) {
  const { messages, removed } = redactor().redact([{ role: 'user', content: text }], 'r');
  return { out: messages[0]?.content ?? '', removed };
}

// Made up, in the forms their issuers document; put together so that no scanner takes them for real.
const join = (...parts: string[]) => parts.join('');
const LETTERS = 'aB3dE5fG7hJ9kL1mN2pQ4rS6tU8vW0xY';
const SECRETS: [name: string, text: string, secret: string][] = [
  ['AWS key id', join('id AK', 'IAQ3EGRIXVNLW5TPQZ end'), join('AK', 'IAQ3EGRIXVNLW5TPQZ')],
  [
    'AWS secret',
    'aws_secret_access_key = wJalrXUtnFEMIK7MDENGbPxRfiCYzzzzTESTKEY',
    'wJalrXUtnFEMIK7MDENG',
  ],
  ['GitHub', join('gh', 'p_', LETTERS, 'Zz9a'), LETTERS],
  ['GitLab', join('gl', 'pat-', LETTERS.slice(0, 20)), LETTERS.slice(0, 20)],
  ['Slack', join('xo', 'xb-123456789012-', LETTERS.slice(0, 24)), LETTERS.slice(0, 24)],
  ['model key', join('s', 'k-proj-', LETTERS, LETTERS), LETTERS],
  ['payment key', join('s', 'k_live_', LETTERS.slice(0, 24)), LETTERS.slice(0, 24)],
  ['Google', join('AI', 'za', LETTERS, 'abc'), LETTERS],
  ['bearer', 'Authorization: Bearer abcdef.ghijkl', 'abcdef.ghijkl'],
  ['basic', 'authorization: basic dXNlcjpwYXNz', 'dXNlcjpwYXNz'],
  ['JWT', 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjMifQ.dBjftJeZ4CVPmB92K27uhbUJU1p1r', 'dBjftJeZ4CVP'],
  ['PEM', '-----BEGIN RSA PRIVATE KEY-----\nMIIEow\nabc\n-----END RSA PRIVATE KEY-----', 'MIIEow'],
  [
    'PEM in JSON',
    '{"k":"-----BEGIN PRIVATE KEY-----\\nMIIEvQ\\n-----END PRIVATE KEY-----\\n"}',
    'MIIEvQ',
  ],
  ['PEM cut off', '-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1r', 'b3BlbnNzaC1r'],
  ['password in a URL', 'ftp://bob:Winter2024@files.example/x', 'Winter2024'],
  ['database URL', 'postgres://app:hunter2@db:5432/x', 'hunter2'],
  ['connection string', 'Server=db;User Id=sa;Password=Pa$$w0rd!;Encrypt=yes', 'Pa$$w0rd!'],
  ['storage string', 'DefaultEndpointsProtocol=https;AccountKey=abcd1234EFGH==;x', 'abcd1234EFGH'],
  ['option', 'tool --password correcthorse --verbose', 'correcthorse'],
  ['option with =', 'tool --api-key=correcthorse', 'correcthorse'],
  ['quoted', `login -u bob --password "correct horse"`, 'correct horse'],
  ['mysql', 'mysqldump -u root -pCorrectHorse db', 'CorrectHorse'],
  ['sshpass', "sshpass -p 'CorrectHorse' ssh bob@host", 'CorrectHorse'],
  ['net user', 'net user bob CorrectHorse1 /add', 'CorrectHorse1'],
  ['net use', 'net use \\\\fs\\c$ /user:CORP\\bob CorrectHorse1', 'CorrectHorse1'],
  ['curl', 'curl -u bob:CorrectHorse https://x.example', 'CorrectHorse'],
  ['task', 'schtasks /create /ru bob /rp CorrectHorse /tn x', 'CorrectHorse'],
  ['PowerShell', "ConvertTo-SecureString 'CorrectHorse' -AsPlainText", 'CorrectHorse'],
  ['JSON', '{"user":"x","password":"correct horse","n":1}', 'correct horse'],
  ['JSON in JSON', '{"raw":"{\\"client_secret\\":\\"correct horse\\"}"}', 'correct horse'],
  ['YAML', 'db_password: correcthorse', 'correcthorse'],
  ['environment', 'export PGPASSWORD=correcthorse', 'correcthorse'],
  ['prose', 'the password is correcthorse1', 'correcthorse1'],
  ['cookie', 'Cookie: session=abc; theme=dark\nHost: x', 'session=abc'],
  ['set-cookie', 'Set-Cookie: sid=31d4d96e407aad42; HttpOnly', '31d4d96e407aad42'],
  ['session in a URL', 'GET /a;jsessionid=correcthorse HTTP', 'correcthorse'],
  ['signature', 'https://b.example/c?sv=1&sig=abc%2Fdefgh123', 'defgh123'],
  ['card', 'paid with 4111 1111 1111 1111 today', '4111 1111'],
  ['card bare', 'pan=5500005555555559', '5500005555555559'],
  [
    'hash',
    'bob:1001:aad3b435b51404eeaad3b435b51404ee:8846f7eaee8fb117ad06bdd830b7586c:::',
    '8846f7eaee8f',
  ],
  ['shadow', 'bob:$6$saltsalt$qFmFH.bQmmtXzyBY0s9v7Oicd2z4XSIecDzlB5KiA2:19000', 'qFmFH.bQmmt'],
  ['entropy', 'x-value Zk8Qw3Lr7Tn2Vb9Xc4Mf6Pd1 here', 'Zk8Qw3Lr7Tn2'],
  ['own key', 'uses own-endpoint-key-77', 'own-endpoint-key-77'],
  ['zero width', 'pass\u200bword=correct\u200bhorse', 'horse'],
  ['escaped', 'p\\u0061ssword=correcthorse', 'correcthorse'],
  [
    'base64',
    `run ${Buffer.from('net user bob --password CorrectHorse1').toString('base64')}`,
    'bmV0IHVzZXIg',
  ],
  [
    'UTF-16',
    `-enc ${Buffer.from('$password="CorrectHorse1"; ls', 'utf16le').toString('base64')}`,
    'JABwAGEAcwBz',
  ],
];

describe('secrets', () => {
  it.each(SECRETS)('[MO55] removes for good: %s', (_name, text, secret) => {
    expect(text).toContain(secret);
    const { out, removed } = redact(text);
    expect(out).not.toContain(secret);
    expect(out).toContain('[REMOVED:');
    expect(removed.length).toBeGreaterThan(0);
    expect(redactor().restore(out, 'r')).not.toContain(secret);
  });

  it.each([
    'sha256 e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    'md5 d41d8cd98f00b204e9800998ecf8427e and 019a1b2c-3d4e-7f50-8123-456789abcdef',
    'at 1732262400000 or 2026-11-22T06:25:07.000Z, port 8443',
    'C:\\Windows\\System32\\WindowsPowerShell\\v1.0\\powershell.exe -NoProfile -ExecutionPolicy Bypass',
    'mkdir -p build && ssh -p 2222 x',
    'GET /assets/ConvertToSecureStringFromPlainText.js?v=20240101',
    'Passwords must be changed. A password is required: the policy says so.',
    'order 4111111111111112, phone 4915112345678',
    'T1021.001 in TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256',
  ])('[MO56] keeps what an analyst needs: %s', (text) => {
    expect(redact(text).out).toBe(text);
  });

  it('tells random tokens from words', () => {
    expect(isHighEntropy('Zk8Qw3Lr7Tn2Vb9Xc4Mf6Pd1')).toBe(true);
    expect(isHighEntropy('q7x2m9k4v8b3n6z1w5c0t7r2')).toBe(true);
    expect(isHighEntropy('WindowsDefenderApplicationGuard2024')).toBe(false);
    expect(isHighEntropy('a'.repeat(40))).toBe(false);
  });
});

describe('a long text', () => {
  it('[MO55] of 100 kB is redacted in time, secrets at its end among it', () => {
    const line =
      'sshd[811]: Accepted password for u7 from 10.0.3.4 port 51022: /var/log/auth.log\n';
    const text = `${line.repeat(1_250)}token=${LETTERS}`;
    redact(line);
    const took = cpuClock();
    const { out } = redact(text);
    // The bar is 15 ms of a machine that is idle.
    expect(took()).toBeLessThan(500);
    expect(out).not.toContain(LETTERS);
  });
});
