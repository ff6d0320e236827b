/** A workspace with one open and two restricted investigations, one of them closed; every trace bears a word. */
import { createAlert } from '../../helpers/alert-calls.ts';
import { collect } from '../../helpers/evidence-calls.ts';
import { bring, untilRead } from '../../helpers/intake-calls.ts';
import { actOn, startInvestigation, untilRun } from '../../helpers/investigation-calls.ts';
import { openTestApp, type TestApp } from '../../helpers/open-test-app.ts';

export const WORD = 'zebrafinch';
const LINES = Array.from({ length: 40 }, (_, n) =>
  JSON.stringify({
    '@timestamp': new Date(1_700_000_000_000 + n * 1_000).toISOString(),
    message: `${WORD} event ${n}`,
    host: { name: `${WORD}-host` },
  }),
).join('\n');

export interface RestrictedWorld {
  readonly app: TestApp;
  /** Ids that nobody but the named analyst may learn. */
  readonly hidden: Readonly<Record<string, string>>;
  readonly open: string;
  /** What the case is about; everybody's. */
  readonly alert: string;
  /** The analyst who is named, and what the investigations' addresses begin with. */
  readonly named: string;
  readonly at: (id: string, rest?: string) => string;
}

const idOf = (value: unknown): string => String((value as { id?: unknown }).id);

async function asked(app: TestApp, method: string, path: string, body?: object): Promise<unknown> {
  const response = await app.request(method, path, body === undefined ? {} : { body });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return text === '' ? null : JSON.parse(text);
}

export async function openRestrictedWorld(): Promise<RestrictedWorld> {
  const app = await openTestApp();
  const at = (id: string, rest = '') => `/api/forensics/investigations/${id}${rest}`;
  const call = (method: string, path: string, body?: object) => asked(app, method, path, body);
  const me = (await call('GET', '/api/auth/user')) as { id: string };
  const open = await startInvestigation(app, { title: 'Open to all', incidentId: 'INC-OPEN' });
  const alert = await createAlert(app, { title: 'Somebody copies files' });
  const one = await startInvestigation(app, {
    ...{ title: `Case ${WORD}`, description: `About ${WORD}`, incidentId: `INC-${WORD}` },
    alertIds: [alert.id],
  });
  const two = await startInvestigation(app, {
    title: `Closed ${WORD}`,
    incidentId: `INC2-${WORD}`,
  });
  for (const { id } of [open, one, two]) await untilRun(app, id);
  const session = await untilRead(
    app,
    (await bring(app, one.id, `${WORD}.ndjson`, Buffer.from(LINES))).id,
  );
  const comment = await call('POST', at(one.id, '/comments'), { text: `${WORD} was here` });
  const indicators = (await call('POST', '/api/forensics/indicators', {
    indicators: ['a', 'b'].map((n) => ({
      ...{ type: 'domain', value: `${WORD}${n}.example.com`, investigationId: one.id },
    })),
  })) as { added: string[] };
  const [first = '', second = ''] = indicators.added;
  await call('POST', `/api/forensics/indicators/${first}/relations`, {
    ...{ kind: 'related-to', value: `${WORD}b.example.com` },
  });
  const events = (await call('GET', at(one.id, '/events?limit=2'))) as { id: string | number }[];
  const eventIds = events.map(({ id }) => Number(id));
  await call('POST', at(one.id, '/promoted'), { eventIds, note: WORD });
  const promoted = (await call('GET', at(one.id, '/promoted'))) as { id: string }[];
  const closed = await actOn(app, two.id, 'close', { reason: WORD, verdict: 'malicious' });
  await collect(app, 'other.txt', Buffer.from('of the open case'), { title: 'Other evidence' });
  const report = await app.request('GET', at(one.id, '/report?format=md'));
  await report.text();
  return {
    ...{ app, open: open.id, alert: alert.id, named: me.id, at },
    hidden: {
      ...{ investigation: one.id, closed: two.id, session: session.id },
      ...{ evidence: session.evidenceId ?? '', bundle: closed.bundle?.evidenceId ?? '' },
      ...{ comment: idOf(comment), indicator: first, other: second },
      promoted: idOf(promoted[0]),
    },
  };
}

export async function restrict(
  { app, named, at }: RestrictedWorld,
  id: string,
  more: object = {},
): Promise<Response> {
  const body = { people: [named], reason: 'About a colleague', ...more };
  return app.request('PUT', at(id, '/restriction'), { body });
}
