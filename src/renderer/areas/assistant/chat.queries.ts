import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type ChatContext,
  type ChatKind,
  chatContract,
  type NoteTarget,
} from '../../../shared/areas/assistant/chat.contract.ts';
import { type Client, endpointPath } from '../../../shared/contract/client.ts';
import { useClient } from '../../api/client-context.tsx';
import { useHost } from '../../host/host-context.tsx';
import { useToast } from '../../ui/toast.tsx';
import { useErrorToast } from '../../ui/use-error-toast.ts';

const CONVERSATIONS_SHOWN = 100;

export function conversationQuery(client: Client, id: string | null) {
  return queryOptions({
    queryKey: ['conversations', 'one', id] as const,
    queryFn: () => client.call(chatContract.conversation, { params: { id: id ?? '' } }),
    enabled: id !== null,
    // A deleted one is gone: asking again does not bring it back.
    retry: false,
  });
}

export function conversationsQuery(client: Client, kind: ChatKind) {
  return queryOptions({
    queryKey: ['conversations', 'list', kind] as const,
    queryFn: () =>
      client.page(chatContract.conversations, { query: { kind, limit: CONVERSATIONS_SHOWN } }),
  });
}

export function runQuery(client: Client, id: string | null) {
  return queryOptions({
    queryKey: ['chat_runs', id] as const,
    queryFn: () => client.call(chatContract.run, { params: { id: id ?? '' } }),
    enabled: id !== null,
    retry: false,
  });
}

/** What was sent and is not answered: shown below what is kept. */
export interface PendingQuestion {
  readonly text: string;
  readonly runId: string;
  readonly error: Error | null;
}

const FAILED: Record<ChatKind, string> = {
  assistant: 'Failed to send message',
  analyst: 'Failed to get analyst response',
};

interface AskInput {
  readonly kind: ChatKind;
  readonly conversationId: string | null;
  readonly context: ChatContext;
  readonly incidentId: string | null;
  readonly onConversation: (id: string) => void;
}

/** Asks, keeps what is under way, and says what failed; a second question waits for the first. */
export function useAsk({ kind, conversationId, context, incidentId, onConversation }: AskInput) {
  const client = useClient();
  const queries = useQueryClient();
  const { toast } = useToast();
  const [pending, setPending] = useState<PendingQuestion | null>(null);
  const call = useMutation({
    mutationFn: async ({ text, runId }: { text: string; runId: string }) => {
      const rest = { conversationId, runId, context };
      return kind === 'assistant'
        ? client.call(chatContract.query, { body: { query: text, ...rest } })
        : client.call(chatContract.analystQuery, { body: { question: text, incidentId, ...rest } });
    },
    async onSuccess(reply) {
      await queries.fetchQuery({
        ...conversationQuery(client, reply.conversationId),
        staleTime: 0,
      });
      onConversation(reply.conversationId);
      setPending(null);
    },
    onError(error, { text, runId }) {
      setPending({ text, runId, error });
      toast({ title: 'Error', description: FAILED[kind], variant: 'destructive' });
    },
  });
  const ask = (text: string) => {
    if (text.trim() === '' || call.isPending) return false;
    const runId = crypto.randomUUID();
    setPending({ text, runId, error: null });
    call.mutate({ text, runId });
    return true;
  };
  const stop = () => {
    if (!pending) return;
    void client.call(chatContract.stop, { params: { id: pending.runId } }).catch(() => undefined);
  };
  return {
    pending,
    isBusy: call.isPending,
    ask,
    stop,
    retry: () => pending && ask(pending.text),
    forget: () => setPending(null),
  };
}
export type Asking = ReturnType<typeof useAsk>;

export function useConversationCalls() {
  const client = useClient();
  const { toast } = useToast();
  const sayError = useErrorToast();
  const done = (description: string) => () => void toast({ title: 'Success', description });
  return {
    rename: useMutation({
      mutationFn: ({ id, title }: { id: string; title: string }) =>
        client.call(chatContract.rename, { params: { id }, body: { title } }),
      onSuccess: done('Conversation renamed'),
      onError: sayError,
    }),
    remove: useMutation({
      mutationFn: (id: string) => client.call(chatContract.remove, { params: { id } }),
      onSuccess: done('Conversation deleted'),
      onError: sayError,
    }),
    removeAll: useMutation({
      mutationFn: (kind: ChatKind) => client.call(chatContract.removeAll, { query: { kind } }),
      onSuccess: done('Conversations deleted'),
      onError: sayError,
    }),
  };
}

/** Saves a conversation as a file. */
export function useSaveConversation(): (id: string) => Promise<void> {
  const host = useHost();
  const sayError = useErrorToast();
  return async (id) => {
    const path = endpointPath(chatContract.save, { params: { id } });
    await host.saveAs(path, 'watchfloor-conversation.md').catch(sayError);
  };
}

export function useMakeNote(onDone: () => void) {
  const client = useClient();
  const { toast } = useToast();
  const sayError = useErrorToast();
  return useMutation({
    mutationFn: ({ id, target }: { id: string; target: NoteTarget }) =>
      client.call(chatContract.makeNote, { params: { id }, body: { target } }),
    onSuccess(_, { target }) {
      const description = target.type === 'alert' ? 'Comment added' : 'Note added';
      toast({ title: 'Success', description });
      onDone();
    },
    onError: sayError,
  });
}
