import { queryOptions, useMutation } from '@tanstack/react-query';
import { auditWorkContract } from '../../../shared/areas/audits/audit-work.contract.ts';
import { auditsContract } from '../../../shared/areas/audits/audits.contract.ts';
import { controlsContract } from '../../../shared/areas/compliance/controls.contract.ts';
import { frameworksContract } from '../../../shared/areas/compliance/frameworks.contract.ts';
import { evidenceContract } from '../../../shared/areas/evidence/evidence.contract.ts';
import type { Client } from '../../../shared/contract/client.ts';
import { useClient } from '../../api/client-context.tsx';
import { describeError } from '../../ui/error-text.ts';
import { useToast } from '../../ui/toast.tsx';

const ROWS_MAX = 1000;
const FOUND_MAX = 20;

/** The keys begin with the tables: a change of a row makes them old. */
export function auditsQuery(client: Client) {
  return queryOptions({
    queryKey: ['audits', 'list'],
    queryFn: () => client.page(auditsContract.list, { query: { limit: ROWS_MAX } }),
  });
}

export function auditHistoryQuery(client: Client, id: string) {
  return queryOptions({
    queryKey: ['audits', 'history', id],
    queryFn: () => client.call(auditsContract.history, { params: { id } }),
  });
}

/** Of one audit, or of all where none is named. */
export function requestsQuery(client: Client, audit: string | null) {
  return queryOptions({
    queryKey: ['audit_requests', 'list', audit],
    queryFn: () =>
      client.page(auditWorkContract.requests, {
        query: { limit: ROWS_MAX, ...(audit === null ? {} : { audit }) },
      }),
  });
}

export function requestQuery(client: Client, id: string) {
  return queryOptions({
    queryKey: ['audit_requests', 'one', id],
    queryFn: () => client.call(auditWorkContract.request, { params: { id } }),
  });
}

export function samplesQuery(client: Client, auditId: string) {
  return queryOptions({
    queryKey: ['audit_samples', 'list', auditId],
    queryFn: () => client.call(auditWorkContract.samples, { params: { id: auditId } }),
  });
}

export function sampleQuery(client: Client, id: string) {
  return queryOptions({
    queryKey: ['audit_samples', 'one', id],
    queryFn: () => client.call(auditWorkContract.sample, { params: { id } }),
  });
}

export function findingsQuery(client: Client, audit: string | null) {
  return queryOptions({
    queryKey: ['findings', 'list', audit],
    queryFn: () =>
      client.page(auditWorkContract.findings, {
        query: { limit: ROWS_MAX, ...(audit === null ? {} : { audit }) },
      }),
  });
}

export function findingQuery(client: Client, id: string) {
  return queryOptions({
    queryKey: ['findings', 'one', id],
    queryFn: () => client.call(auditWorkContract.finding, { params: { id } }),
  });
}

export function frameworkChoicesQuery(client: Client) {
  return queryOptions({
    queryKey: ['compliance_frameworks', 'audit-choices'],
    queryFn: () => client.call(frameworksContract.list, { query: { limit: ROWS_MAX } }),
  });
}

export function evidenceChoicesQuery(client: Client, typed: string) {
  return queryOptions({
    queryKey: ['evidence', 'audit-choices', typed],
    queryFn: () =>
      client.call(evidenceContract.list, {
        query: { limit: FOUND_MAX, ...(typed === '' ? {} : { q: typed }) },
      }),
  });
}

export function controlChoicesQuery(client: Client, typed: string) {
  return queryOptions({
    queryKey: ['controls', 'audit-choices', typed],
    queryFn: () =>
      client.call(controlsContract.list, {
        query: { limit: FOUND_MAX, ...(typed === '' ? {} : { q: typed }) },
      }),
  });
}

interface Told {
  /** Of the toast after a success; none where the page shows it well enough. */
  readonly done?: string;
  /** Of a failure; its reason follows where there is one. */
  readonly failed: string;
}

/** One change: what is sent, and what is told about it. What it changed is fetched again by the core's events. */
export function useAuditCall<Input, Answer>(
  call: (client: Client, input: Input) => Promise<Answer>,
  { done, failed }: Told,
) {
  const client = useClient();
  const { toast } = useToast();
  return useMutation({
    mutationFn: (input: Input) => call(client, input),
    onSuccess: () => {
      if (done !== undefined) toast({ title: 'Success', description: done });
    },
    onError: (error) => {
      // A lost session has its own toast, which must stay to be read.
      if (error.message.startsWith('401: ')) return;
      const isExplained = /^(400|403|404|409|507): /.test(error.message);
      const description = isExplained ? `${failed}. ${describeError(error).why}` : failed;
      toast({ title: 'Error', description, variant: 'destructive' });
    },
  });
}
