import {
  type ConnectorContext,
  ConnectorFailure,
  type ProbeResult,
} from '../../connector.types.ts';
import { credentialsOf } from '../aws/assume-role.ts';
import { getFindings, listDetectors, listFindings } from './guardduty-api.ts';
import type { GuardDutySettings } from './settings.ts';

/** Every region is asked, and each of the three actions; a refusal names the one that is missing. */
export async function probeGuardDuty(
  context: ConnectorContext<GuardDutySettings>,
): Promise<ProbeResult> {
  const { regions } = context.settings;
  const without: string[] = [];
  let detectors = 0;
  for (const region of regions) {
    const credentials = await credentialsOf(context, region);
    const place = { context, credentials, region };
    const found = await listDetectors(place);
    detectors += found.length;
    const [detector] = found;
    if (detector === undefined) without.push(region);
    else {
      const { ids } = await listFindings(place, {
        detector,
        from: 0,
        to: context.now(),
        token: null,
      });
      if (ids.length > 0) await getFindings(place, detector, ids.slice(0, 1));
    }
  }
  if (detectors === 0)
    throw new ConnectorFailure(
      'settings',
      `GuardDuty is not switched on in ${regions.join(', ')}. Check the regions, or enable it there.`,
    );
  const rest =
    without.length === 0 ? '' : ` GuardDuty is not switched on in ${without.join(', ')}.`;
  const places = regions.length === 1 ? '1 region' : `${regions.length} regions`;
  return {
    text: `Findings of ${detectors} detector${detectors === 1 ? '' : 's'} in ${places} can be read.${rest}`,
    version: null,
  };
}
