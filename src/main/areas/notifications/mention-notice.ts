import type { WriteTx } from '../../db/write-door.ts';
import type { NewId } from '../../platform/ids.ts';
import { insertNotification } from './notifications.store.ts';

interface ToldMention {
  readonly account: string;
  readonly author: string;
  readonly record: { readonly title: string };
  readonly link: string;
  readonly text: string;
}

/** Tells an account that somebody mentioned it, in the transaction of the comment. */
export function tellOfMention(tx: WriteTx, mention: ToldMention, newId: NewId): void {
  const { account, author, record, link, text } = mention;
  insertNotification(tx, {
    ...{ id: newId(), account, kind: 'mention', body: text },
    title: `${author} mentioned you: ${record.title}`,
    link,
  });
}
