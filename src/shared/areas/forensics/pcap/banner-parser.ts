/** Common ground of the parsers whose findings are banners: service, side, text, facts by name. */
import type { Side, StreamContext } from './stream-parser.ts';
import { sideName } from './stream-parser.ts';

const MOST_TEXT = 1_024;
/** Banners of one flow: a mail relay or a file server would give thousands. */
const MOST_BANNERS = 200;

export class Banners {
  readonly #context: StreamContext;
  readonly #service: string;
  #given = 0;

  constructor(context: StreamContext, service: string) {
    this.#context = context;
    this.#service = service;
    context.service(service);
  }

  get isFull(): boolean {
    return this.#given >= MOST_BANNERS;
  }

  add(side: Side, text: string, fields: Record<string, string>): void {
    const { kit } = this.#context;
    if (this.isFull) {
      kit.log.limit('banners of a flow');
      return;
    }
    this.#given += 1;
    const kept = Object.entries(fields).filter(([, value]) => value !== '');
    kit.emit({
      type: 'banner',
      ...this.#context.ends(),
      where: this.#context.where(),
      side: sideName(side),
      service: this.#service,
      text: text.slice(0, MOST_TEXT),
      fields: Object.fromEntries(kept.map(([name, value]) => [name, value.slice(0, MOST_TEXT)])),
    });
  }
}
