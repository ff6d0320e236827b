import { infiniteQueryOptions, queryOptions, useMutation } from '@tanstack/react-query';
import {
  type PackReceipt,
  packReceiptSchema,
  type RulePack,
  rulePackSchema,
} from '../../../../shared/areas/forensics/rules/rule.schemas.ts';
import { rulesContract as calls } from '../../../../shared/areas/forensics/rules/rules.contract.ts';
import { assertOk, type Client, endpointPath } from '../../../../shared/contract/client.ts';
import type { HostFile } from '../../../../shared/host.ts';
import { useClient } from '../../../api/client-context.tsx';
import { useHost } from '../../../host/host-context.tsx';
import { useToast } from '../../../ui/toast.tsx';
import { useErrorToast } from '../../../ui/use-error-toast.ts';

const PAGE_ROWS = 200;

export interface RuleView {
  readonly q: string;
  readonly pack: string | null;
  readonly engine: 'sigma' | 'yara' | null;
  readonly level: string | null;
  readonly state: 'ready' | 'unsupported' | 'invalid' | 'disabled' | 'gone' | null;
  readonly hits: 'some' | 'none' | null;
}

/** The keys begin with the table: a change of it makes them old. */
export function packsQuery(client: Client) {
  return queryOptions({
    queryKey: ['rule_packs', 'list'],
    queryFn: () => client.call(calls.packs, {}),
  });
}

export function rulesQuery(client: Client, { q, ...view }: RuleView) {
  return infiniteQueryOptions({
    queryKey: ['detection_rules', 'list', q, view],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) =>
      client.page(calls.list, {
        query: {
          limit: PAGE_ROWS,
          ...(pageParam === undefined ? {} : { cursor: pageParam }),
          ...(q === '' ? {} : { q }),
          ...(view.pack === null ? {} : { pack: view.pack }),
          ...(view.engine === null ? {} : { engine: view.engine }),
          ...(view.level === null ? {} : { level: view.level }),
          ...(view.state === null ? {} : { state: view.state }),
          ...(view.hits === null ? {} : { hits: view.hits }),
        },
      }),
    getNextPageParam: (last) => last.nextCursor ?? undefined,
    placeholderData: (before) => before,
  });
}

export function ruleQuery(client: Client, id: string) {
  return queryOptions({
    queryKey: ['detection_rules', 'one', id],
    queryFn: () => client.call(calls.get, { params: { id } }),
  });
}

export function versionsQuery(client: Client, id: string) {
  return queryOptions({
    queryKey: ['rule_versions', id],
    queryFn: () => client.call(calls.versions, { params: { id } }),
  });
}

export function tuningsQuery(client: Client, id: string) {
  return queryOptions({
    queryKey: ['rule_tunings', id],
    queryFn: () => client.call(calls.tunings, { params: { id } }),
  });
}

export function testsQuery(client: Client, id: string) {
  return queryOptions({
    queryKey: ['rule_tests', id],
    queryFn: () => client.call(calls.tests, { params: { id } }),
  });
}

export interface HitsOf {
  readonly rule?: string;
  readonly investigation?: string;
  readonly alert?: string;
  readonly events?: string;
}

export function hitsQuery(client: Client, of: HitsOf, limit = 100) {
  return queryOptions({
    queryKey: ['rule_hits', of, limit],
    queryFn: () => client.page(calls.hits, { query: { ...of, limit } }),
  });
}

/** Numbers of events that one question is about. */
const EVENTS_AT_ONCE = 500;

/** Of the events around one: all rows of a page ask together. */
export function eventHitsQuery(
  client: Client,
  investigationId: string,
  { id, sourceId }: { readonly id: number; readonly sourceId: string },
) {
  const from = id - (id % EVENTS_AT_ONCE);
  return queryOptions({
    queryKey: ['rule_hits', 'events', investigationId, sourceId, from],
    queryFn: async () => {
      const hits = await client.call(calls.eventHits, {
        params: { id: investigationId },
        query: { source: sourceId, from, count: EVENTS_AT_ONCE },
      });
      return Map.groupBy(hits, ({ eventId }) => eventId);
    },
  });
}

export function checkQuery(client: Client, id: string, text: string) {
  return queryOptions({
    queryKey: ['rule_tests', 'check', id, text],
    queryFn: () => client.call(calls.check, { params: { id }, body: { text } }),
    placeholderData: (before) => before,
    gcTime: 0,
  });
}

export interface DraftFrom {
  readonly investigation?: string;
  readonly event?: string;
  readonly alert?: string;
}

export function draftFromQuery(client: Client, from: DraftFrom) {
  return queryOptions({
    queryKey: ['rule-draft', from],
    queryFn: () => client.call(calls.draftFrom, { query: from }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** One change: what is told of it; what it changed is fetched again by events. */
export function useRuleCall<Input, Answer>(
  call: (client: Client, input: Input) => Promise<Answer>,
  done: string | null,
) {
  const client = useClient();
  const { toast } = useToast();
  const sayError = useErrorToast();
  return useMutation({
    mutationFn: (input: Input) => call(client, input),
    onSuccess: () => {
      if (done !== null) toast({ title: 'Success', description: done });
    },
    onError: sayError,
  });
}

interface PackFile {
  readonly file: HostFile;
  readonly pack: string | null;
}

const queryOf = ({ file, pack }: PackFile) => ({
  name: file.name,
  ...(pack === null ? {} : { pack }),
});

export function useReadPack() {
  const host = useHost();
  return useMutation({
    mutationFn: async (chosen: PackFile): Promise<PackReceipt> => {
      const path = endpointPath(calls.previewPack, { query: queryOf(chosen) });
      const answer = await host.sendFile(chosen.file, { method: 'POST', path });
      return packReceiptSchema.parse(JSON.parse(assertOk(answer).body));
    },
  });
}

export function useImportPack() {
  const host = useHost();
  const { toast } = useToast();
  return useMutation({
    mutationFn: async (chosen: PackFile): Promise<RulePack> => {
      const path = endpointPath(calls.importPack, { query: queryOf(chosen) });
      const answer = await host.sendFile(chosen.file, { method: 'POST', path });
      return rulePackSchema.parse(JSON.parse(assertOk(answer).body));
    },
    onSuccess: () => toast({ title: 'Success', description: 'Rules imported successfully' }),
  });
}

export function runsQuery(client: Client, id: string) {
  return queryOptions({
    queryKey: ['rule_runs', id],
    queryFn: () => client.call(calls.runs, { params: { id } }),
  });
}
