/** Calls of the risk register, for tests: the answer's status and body together. */
import type { Risk, RiskDetail } from '../../src/shared/areas/risk/risks.contract.ts';
import type { OtherChange } from '../../src/shared/contract/revision.ts';
import type { TestApp } from './open-test-app.ts';

export interface Answer<T> {
  readonly status: number;
  readonly total: string | null;
  readonly cursor: string | null;
  readonly body: T & {
    message?: string;
    issues?: { path: string; message: string }[];
    allowed?: string[];
  };
}

export function riskCalls(app: TestApp) {
  async function call<T>(
    method: string,
    path: string,
    body?: unknown,
    token?: string,
  ): Promise<Answer<T>> {
    const response = await app.request(method, path, {
      ...(body === undefined ? {} : { body }),
      ...(token === undefined ? {} : { token }),
    });
    return {
      status: response.status,
      total: response.headers.get('X-Total-Count'),
      cursor: response.headers.get('X-Next-Cursor'),
      body: (await response.json()) as Answer<T>['body'],
    };
  }
  return {
    call,
    list: (query = '', token?: string) =>
      call<Risk[]>('GET', `/api/risks?${query}`, undefined, token),
    get: (id: string) => call<RiskDetail>('GET', `/api/risks/${id}`),
    change: (id: string, body: unknown, token?: string) =>
      call<RiskDetail & { merged: OtherChange[] }>('PATCH', `/api/risks/${id}`, body, token),
    /** A risk with what is given; TECHNICAL, 4 × 5 where nothing is. */
    async add(fields: Record<string, unknown> = {}): Promise<RiskDetail> {
      const risk = { title: 'A risk', category: 'TECHNICAL', likelihood: 4, impact: 5, ...fields };
      const made = await call<RiskDetail>('POST', '/api/risks', risk);
      if (made.status !== 201) throw new Error(JSON.stringify(made.body));
      return made.body;
    },
    /** Taken to ASSESSED. */
    async addAssessed(fields: Record<string, unknown> = {}): Promise<RiskDetail> {
      const risk = await this.add(fields);
      return (await this.change(risk.id, { status: 'ASSESSED' })).body;
    },
  };
}
