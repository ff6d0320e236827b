import { elasticEcs } from './formats/elastic-ecs.format.ts';
import type { JsonFormat } from './formats/format.ts';
import { ocsf } from './formats/ocsf.format.ts';
import { suricataEve } from './formats/suricata-eve.format.ts';
import { createWatchfloorFormat } from './formats/watchfloor.format.ts';
import { wazuh } from './formats/wazuh.format.ts';

/** The formats of JSON records that bring their own mapping, the most particular first. */
export function jsonFormats(): readonly JsonFormat[] {
  return [createWatchfloorFormat(), suricataEve, wazuh, ocsf, elasticEcs];
}
