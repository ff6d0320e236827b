/** Notifications of the operating system: kept for the test, which may click them. */
import { EventEmitter } from 'node:events';
import { handlers } from './parent.ts';

const shown: Notification[] = [];

export class Notification extends EventEmitter {
  readonly title: string;
  readonly body: string;

  static isSupported(): boolean {
    return true;
  }

  constructor({ title, body }: { title: string; body: string }) {
    super();
    this.title = title;
    this.body = body;
  }

  show(): void {
    shown.push(this);
  }
}

handlers['notifications.shown'] = () => shown.map(({ title, body }) => ({ title, body }));

handlers['notifications.click'] = ({ title }: { title: string }) => {
  const notification = shown.find((candidate) => candidate.title === title);
  if (!notification) throw new Error(`No notification says ${title}`);
  notification.emit('click', {});
};
