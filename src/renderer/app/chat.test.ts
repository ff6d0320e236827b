import { expect, test } from 'vitest';
import { createChatStore } from './chat.ts';

function storage() {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
}

function openChat(kept = storage()) {
  const store = createChatStore({ storage: kept });
  return { ...store.getState(), state: store.getState };
}

test('[UI6] the open conversation lasts for the session of the account, and no longer', () => {
  const kept = storage();
  const first = openChat(kept);
  first.begin('a');
  first.setConversation('c1');
  const afterReload = openChat(kept);
  afterReload.begin('a');
  expect(afterReload.state().conversationId).toBe('c1');
  const other = openChat(kept);
  other.begin('b');
  expect(other.state().conversationId).toBeNull();
});

test('[UI6] what is typed stays while the chat is closed, and never in storage', () => {
  const kept = storage();
  const chat = openChat(kept);
  chat.begin('a');
  chat.setDraft('is web-01 ours?');
  chat.setOpen(true);
  chat.setOpen(false);
  expect(chat.state().draft).toBe('is web-01 ours?');
  expect(kept.getItem('watchfloor.chat')).toBeNull();
});

test('[UI6] what storage holds is not trusted', () => {
  const kept = storage();
  for (const text of ['{"userId":"a","conversationId":1}', '{', 'null']) {
    kept.setItem('watchfloor.chat', text);
    const chat = openChat(kept);
    chat.begin('a');
    expect(chat.state().conversationId).toBeNull();
  }
});

test('[CH24] a question from elsewhere opens the chat with it, and is sent by the asker', () => {
  const chat = openChat();
  chat.begin('a');
  chat.ask('open gaps');
  expect(chat.state()).toMatchObject({ isOpen: true, draft: 'open gaps', conversationId: null });
});

test('[UI6] a new conversation forgets which one was open', () => {
  const kept = storage();
  const chat = openChat(kept);
  chat.begin('a');
  chat.setConversation('c1');
  chat.setConversation(null);
  expect(kept.getItem('watchfloor.chat')).toBeNull();
});
