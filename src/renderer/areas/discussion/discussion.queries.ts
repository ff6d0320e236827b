import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  dispositionsContract,
  type NewNoteTemplate,
} from '../../../shared/areas/alerts/dispositions.contract.ts';
import {
  type CommentEdit,
  discussionContract,
  type WrittenComment,
} from '../../../shared/areas/discussion/discussion.contract.ts';
import {
  type CheckInput,
  type NewPlaybookInput,
  playbooksContract,
} from '../../../shared/areas/discussion/playbooks.contract.ts';
import type { Client } from '../../../shared/contract/client.ts';
import { useClient } from '../../api/client-context.tsx';

/** What comments are about. */
export interface CommentTopic {
  readonly type: 'alert' | 'investigation';
  readonly id: string;
}

const TABLES = { alert: 'alert_comments', investigation: 'investigation_comments' } as const;

/** Keys begin with the name of the table whose change makes them old. */
const commentsKey = ({ type, id }: CommentTopic) => [TABLES[type], id] as const;

export function commentsQuery(client: Client, topic: CommentTopic) {
  const params = { id: topic.id };
  return queryOptions({
    queryKey: commentsKey(topic),
    queryFn: async (): Promise<readonly WrittenComment[]> => {
      const { rows } =
        topic.type === 'alert'
          ? await client.page(discussionContract.comments, { params })
          : await client.page(discussionContract.investigationComments, { params });
      return rows;
    },
  });
}

export function watchersQuery(client: Client, alertId: string) {
  return queryOptions({
    queryKey: ['alert_watchers', alertId] as const,
    queryFn: () => client.call(discussionContract.watchers, { params: { id: alertId } }),
  });
}

export function checklistsQuery(client: Client, alertId: string) {
  return queryOptions({
    queryKey: ['alert_checks', alertId] as const,
    queryFn: () => client.call(playbooksContract.ofAlert, { params: { id: alertId } }),
  });
}

export function playbooksQuery(client: Client) {
  return queryOptions({
    queryKey: ['playbooks'] as const,
    queryFn: () => client.call(playbooksContract.list, {}),
  });
}

export function noteTemplatesQuery(client: Client) {
  return queryOptions({
    queryKey: ['note_templates'] as const,
    queryFn: () => client.call(dispositionsContract.noteTemplates, {}),
  });
}

export function useAddComment(topic: CommentTopic) {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (text: string): Promise<void> => {
      const input = { params: { id: topic.id }, body: { text } };
      if (topic.type === 'alert') await client.call(discussionContract.addComment, input);
      else await client.call(discussionContract.addInvestigationComment, input);
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: commentsKey(topic) }),
  });
}

export function useEditComment(topic: CommentTopic) {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, ...body }: CommentEdit & { readonly id: string }): Promise<void> => {
      const input = { params: { id }, body };
      if (topic.type === 'alert') await client.call(discussionContract.editComment, input);
      else await client.call(discussionContract.editInvestigationComment, input);
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: commentsKey(topic) }),
  });
}

export function useRemoveComment(topic: CommentTopic) {
  const client = useClient();
  return useMutation({
    mutationFn: (id: string) =>
      client.call(
        topic.type === 'alert'
          ? discussionContract.removeComment
          : discussionContract.removeInvestigationComment,
        { params: { id } },
      ),
  });
}

export function useWatch(alertId: string) {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (watching: boolean) =>
      client.call(discussionContract.watch, { params: { id: alertId }, body: { watching } }),
    onSuccess: (watchers) =>
      queries.setQueryData(watchersQuery(client, alertId).queryKey, watchers),
  });
}

/** Watches an alert, or no longer, wherever its watchers are not shown. */
export function useToggleWatch(account: string) {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (alertId: string) => {
      const params = { id: alertId };
      const watchers = await client.call(discussionContract.watchers, { params });
      const watching = !watchers.some((one) => one.account === account);
      return client.call(discussionContract.watch, { params, body: { watching } });
    },
    onSuccess: (watchers, alertId) =>
      queries.setQueryData(watchersQuery(client, alertId).queryKey, watchers),
  });
}

export function useCheck(alertId: string) {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: CheckInput) =>
      client.call(playbooksContract.check, { params: { id: alertId }, body }),
    onSuccess: (lists) => queries.setQueryData(checklistsQuery(client, alertId).queryKey, lists),
  });
}

/** Adds where there is no id yet. */
export function useSavePlaybook(id: string | null) {
  const client = useClient();
  return useMutation({
    mutationFn: (body: NewPlaybookInput) =>
      id === null
        ? client.call(playbooksContract.create, { body })
        : client.call(playbooksContract.update, { params: { id }, body }),
  });
}

export function useRemovePlaybook() {
  const client = useClient();
  return useMutation({
    mutationFn: (id: string) => client.call(playbooksContract.remove, { params: { id } }),
  });
}

/** Adds where there is no id yet. */
export function useSaveTemplate(id: string | null) {
  const client = useClient();
  return useMutation({
    mutationFn: (body: NewNoteTemplate) =>
      id === null
        ? client.call(dispositionsContract.addNoteTemplate, { body })
        : client.call(dispositionsContract.changeNoteTemplate, { params: { id }, body }),
  });
}

export function useRemoveTemplate() {
  const client = useClient();
  return useMutation({
    mutationFn: (id: string) =>
      client.call(dispositionsContract.removeNoteTemplate, { params: { id } }),
  });
}
