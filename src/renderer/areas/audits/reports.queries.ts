import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { NewReportInput } from '../../../shared/areas/audits/audit-reports.contract.ts';
import { auditReportsContract as auditReports } from '../../../shared/areas/audits/audit-reports.contract.ts';
import { auditsContract as audits } from '../../../shared/areas/audits/audits.contract.ts';
import type { Client } from '../../../shared/contract/client.ts';
import type { Job } from '../../../shared/contract/jobs.ts';
import { jobsContract } from '../../../shared/contract/jobs.ts';
import { useClient } from '../../api/client-context.tsx';
import { jobsQuery, rememberJob } from '../../api/jobs.queries.ts';
import { useToast } from '../../ui/toast.tsx';

/** More audits than one chooses from. */
const AUDITS_SHOWN = 1_000;

export function auditChoicesQuery(client: Client) {
  return queryOptions({
    queryKey: ['audits', 'choices'],
    queryFn: () => client.call(audits.list, { query: { limit: AUDITS_SHOWN } }),
  });
}

export function reportsQuery(client: Client, auditId: string) {
  return queryOptions({
    queryKey: ['audit_reports', auditId],
    queryFn: () => client.call(auditReports.listReports, { params: { id: auditId } }),
  });
}

export function packagesQuery(client: Client, auditId: string) {
  return queryOptions({
    queryKey: ['audit_packages', auditId],
    queryFn: () => client.call(auditReports.listPackages, { params: { id: auditId } }),
  });
}

export function signingKeyQuery(client: Client) {
  return queryOptions({
    queryKey: ['signing_keys'],
    queryFn: () => client.call(auditReports.signingKey, {}),
  });
}

export function useMakeReport(auditId: string) {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: NewReportInput) =>
      client.call(auditReports.makeReport, { params: { id: auditId }, body }),
    onSuccess: (job) => rememberJob(queries, job),
  });
}

export function useMakePackage(auditId: string) {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => client.call(auditReports.makePackage, { params: { id: auditId } }),
    onSuccess: (job) => rememberJob(queries, job),
  });
}

const isRunning = ({ state }: Job) => state === 'QUEUED' || state === 'RUNNING';

/** The job of a kind that runs; its end is said once, where its beginning was seen. */
export function useMaking(kind: 'audit-report' | 'audit-package', done: string): Job | null {
  const { data: jobs } = useQuery(jobsQuery(useClient()));
  const newest = jobs?.find((job) => job.kind === kind);
  const { toast } = useToast();
  const seen = useRef<string | null>(null);
  useEffect(() => {
    if (newest === undefined) return;
    if (isRunning(newest)) {
      seen.current = newest.id;
      return;
    }
    if (seen.current !== newest.id) return;
    seen.current = null;
    if (newest.state === 'DONE') toast({ title: 'Success', description: done });
    else if (newest.state !== 'CANCELLED') {
      const description = newest.message ?? 'It was not made';
      toast({ title: 'Error', description, variant: 'destructive' });
    }
  }, [newest, done, toast]);
  return newest && isRunning(newest) ? newest : null;
}

export function useCancelMaking() {
  const client = useClient();
  return useMutation({
    mutationFn: (id: string) => client.call(jobsContract.cancel, { params: { id } }),
  });
}
