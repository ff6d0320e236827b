/** Files of AWS CloudTrail that were copied to a folder of this machine; without any connection. */
import type { Connector } from '../connector.types.ts';
import { fetchFolder, probeFolder } from './cloudtrail/fetch-folder.ts';
import { keyOfEvent, mapEvent } from './cloudtrail/map-event.ts';
import { type FolderSettings, folderFields, folderSettings } from './cloudtrail/settings.ts';

export const awsCloudTrailFolder: Connector<FolderSettings> = {
  id: 'aws-cloudtrail-folder',
  name: 'AWS CloudTrail files',
  vendor: 'AWS',
  type: 'CLOUD',
  summary: 'The same out of files of a trail in a folder of this machine, without a connection.',
  schema: folderSettings,
  fields: folderFields,
  origins: () => [],
  probe: probeFolder,
  fetch: fetchFolder,
  delivers: 'alerts',
  key: keyOfEvent,
  map: mapEvent,
};
