import { chainsaw } from './formats/chainsaw.format.ts';
import { dfirIris } from './formats/dfir-iris.format.ts';
import { elasticEcs } from './formats/elastic-ecs.format.ts';
import type { JsonFormat } from './formats/format.ts';
import { hayabusa } from './formats/hayabusa.format.ts';
import { ocsf } from './formats/ocsf.format.ts';
import { sentinel } from './formats/sentinel.format.ts';
import { suricataEve } from './formats/suricata-eve.format.ts';
import { thehive } from './formats/thehive.format.ts';
import { timesketch } from './formats/timesketch.format.ts';
import { createWatchfloorFormat } from './formats/watchfloor.format.ts';
import { wazuh } from './formats/wazuh.format.ts';
import { zeek } from './formats/zeek.format.ts';

/** The formats of JSON records that bring their own mapping, the most particular first. */
export function jsonFormats(): readonly JsonFormat[] {
  return [
    createWatchfloorFormat(),
    suricataEve,
    wazuh,
    ocsf,
    sentinel,
    elasticEcs,
    hayabusa,
    chainsaw,
    thehive,
    dfirIris,
    zeek,
    timesketch,
  ];
}
