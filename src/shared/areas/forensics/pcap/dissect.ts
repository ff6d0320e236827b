/** Takes a packet apart, layer by layer, until one that leads no further. Counts what it met. */
import type { CaptureLog } from './capture-log.ts';
import { ETHER_LAYERS } from './ether-layers.ts';
import type { Frame } from './frame.ts';
import { IP_LAYERS } from './ip-layers.ts';
import { DONE, ipProtocol, type Layer, type LayerKit, linkType } from './layer-kit.ts';
import { LINK_LAYERS } from './link-layers.ts';
import { TUNNEL_LAYERS } from './tunnel-layers.ts';

interface Entry {
  readonly name: string;
  readonly layer: Layer;
  met: number;
}

export class Dissector {
  readonly #kit: LayerKit;
  readonly #depth: number;
  readonly #layers = new Map<number, Entry>();

  constructor(kit: LayerKit, depth: number) {
    this.#kit = kit;
    this.#depth = depth;
    for (const list of [LINK_LAYERS, ETHER_LAYERS, IP_LAYERS, TUNNEL_LAYERS]) {
      for (const [code, name, layer] of list) this.#layers.set(code, { name, layer, met: 0 });
    }
  }

  packet(frame: Frame): void {
    let next = linkType(frame.linkType);
    for (let depth = 0; next !== DONE; depth++) {
      if (depth === this.#depth) {
        this.#kit.log.unread('too many layers');
        return;
      }
      const entry = this.#layers.get(next);
      if (entry === undefined) {
        this.#unknown(frame, next);
        return;
      }
      entry.met += 1;
      next = entry.layer(frame, this.#kit);
    }
  }

  #unknown(frame: Frame, code: number): void {
    if (code >= linkType(0)) {
      this.#kit.log.unread(`link type ${code - linkType(0)}`);
      return;
    }
    if (code >= ipProtocol(0)) {
      this.#kit.log.layer(`ip protocol ${code - ipProtocol(0)}`);
      this.#kit.onOther(frame);
      return;
    }
    this.#kit.log.unread(`ethernet type 0x${code.toString(16).padStart(4, '0')}`);
  }

  /** Adds the counts to the log. */
  report(log: CaptureLog): void {
    for (const { name, met } of this.#layers.values()) log.layer(name, met);
  }
}
