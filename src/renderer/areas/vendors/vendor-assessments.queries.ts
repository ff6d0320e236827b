import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import {
  vendorAssessmentsContract as calls,
  type VendorAssessment,
} from '../../../shared/areas/vendors/vendor-assessments.contract.ts';
import type { Client } from '../../../shared/contract/client.ts';

const PAGE_ROWS = 200;

/** The filter as the address holds it; empty where it is not narrowed. */
export interface AssessmentView {
  readonly state?: string;
  readonly validity?: 'valid' | 'expiring' | 'expired';
}

/** The keys begin with the tables: a change of a row makes them old. */
export function assessmentListQuery(client: Client, view: AssessmentView) {
  return infiniteQueryOptions({
    queryKey: ['vendor_assessments', 'list', view],
    queryFn: ({ pageParam }) =>
      client.page(calls.list, {
        query: { ...view, limit: PAGE_ROWS, ...(pageParam ? { cursor: pageParam } : {}) },
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
  });
}

export function assessmentSummaryQuery(client: Client) {
  return queryOptions({
    queryKey: ['vendor_assessments', 'summary'],
    queryFn: () => client.call(calls.summary, {}),
  });
}

export function vendorAssessmentsQuery(client: Client, vendorId: string) {
  return queryOptions({
    queryKey: ['vendor_assessments', 'vendor', vendorId],
    queryFn: (): Promise<VendorAssessment[]> =>
      client.call(calls.list, { query: { vendorId, limit: 20 } }),
  });
}

export function assessmentQuery(client: Client, id: string) {
  return queryOptions({
    queryKey: ['vendor_assessments', 'one', id],
    queryFn: () => client.call(calls.find, { params: { id } }),
  });
}

export function receiptsQuery(client: Client, id: string) {
  return queryOptions({
    queryKey: ['vendor_receipts', id],
    queryFn: () => client.call(calls.receipts, { params: { id } }),
  });
}

export function questionnairesQuery(client: Client) {
  return queryOptions({
    queryKey: ['vendor_questionnaires'],
    queryFn: () => client.call(calls.questionnaires, {}),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export function tieringsQuery(client: Client, vendorId: string) {
  return queryOptions({
    queryKey: ['vendor_tierings', vendorId],
    queryFn: () => client.call(calls.tierings, { params: { id: vendorId } }),
  });
}

export interface ReassessmentView {
  readonly state?: string;
}

export function reassessmentListQuery(client: Client, view: ReassessmentView) {
  return infiniteQueryOptions({
    queryKey: ['vendor_reassessments', 'list', view],
    queryFn: ({ pageParam }) =>
      client.page(calls.reassessments, {
        query: { ...view, limit: PAGE_ROWS, ...(pageParam ? { cursor: pageParam } : {}) },
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
  });
}

export function reassessmentCountsQuery(client: Client) {
  return queryOptions({
    queryKey: ['vendor_reassessments', 'counts'],
    queryFn: () => client.call(calls.reassessmentCounts, {}),
  });
}

export function vendorReassessmentsQuery(client: Client, vendorId: string) {
  return queryOptions({
    queryKey: ['vendor_reassessments', 'vendor', vendorId],
    queryFn: () => client.call(calls.reassessments, { query: { vendorId, limit: 20 } }),
  });
}

export function reassessmentQuery(client: Client, id: string) {
  return queryOptions({
    queryKey: ['vendor_reassessments', 'one', id],
    queryFn: () => client.call(calls.reassessment, { params: { id } }),
  });
}
