import { expect, test } from 'vitest';
import { createChatStore, localReply } from './chat.ts';

const PLACES = [
  { label: 'Alerts & Incidents', path: '/alerts' },
  { label: 'Policies', path: '/policies' },
  { label: 'Vendor Risk', path: '/vendors' },
];
const ANA = { id: 'a', firstName: 'Ana' };

function storage() {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
}

function openChat(kept = storage()) {
  const store = createChatStore({ storage: kept, places: PLACES, now: () => 0 });
  const said = () => store.getState().messages.map(({ content, isUser }) => [isUser, content]);
  return { ...store.getState(), state: store.getState, said };
}

test('[UI6] it begins with a greeting that says what it can and cannot do', () => {
  const chat = openChat();
  chat.begin(ANA);
  const [[isUser, text] = [true, '']] = chat.said();
  expect(isUser).toBe(false);
  expect(text).toMatch(/^Hello Ana\. .*I can .*I cannot answer questions/);
});

test('[UI6] a blank message is not sent, another one is kept and answered', () => {
  const chat = openChat();
  chat.begin(ANA);
  chat.setDraft(' \n ');
  chat.send();
  expect(chat.said()).toHaveLength(1);
  expect(chat.state().draft).toBe(' \n ');
  chat.setDraft(' what is beacon 7? ');
  chat.send();
  expect(chat.said()).toHaveLength(3);
  expect(chat.said()[1]).toEqual([true, 'what is beacon 7?']);
  expect(chat.said()[2]?.[1]).toMatch(/^I cannot answer this: no model is connected/);
  expect(chat.state().draft).toBe('');
});

test('[UI6] the history lasts for the session of the account, and no longer', () => {
  const kept = storage();
  const first = openChat(kept);
  first.begin(ANA);
  first.setDraft('hello');
  first.send();
  const afterReload = openChat(kept);
  afterReload.begin(ANA);
  expect(afterReload.said()).toEqual(first.said());
  const other = openChat(kept);
  other.begin({ id: 'b', firstName: null });
  expect(other.said()).toHaveLength(1);
  expect(kept.getItem('watchfloor.chat')).not.toContain('hello');
});

test('[UI6] what storage holds is not trusted', () => {
  const kept = storage();
  kept.setItem('watchfloor.chat', '{"userId":"a","messages":[{"content":1}]}');
  const chat = openChat(kept);
  chat.begin(ANA);
  expect(chat.said()).toHaveLength(1);
});

test('[UI6] a reply leads to the screens that were named, and to a search of the words', () => {
  const paths = (question: string) => localReply(question, PLACES).links.map(({ to }) => to);
  expect(paths('where is the policy on passwords')).toEqual([
    '/policies',
    '/alerts?q=where%20is%20the%20policy%20on%20passwords',
  ]);
  expect(paths('open alert or vendor')).toEqual([
    '/alerts',
    '/vendors',
    '/alerts?q=open%20alert%20or%20vendor',
  ]);
  expect(paths('&?#')).toEqual(['/alerts?q=%26%3F%23']);
});
