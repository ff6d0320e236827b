/** Files of evidence that are on another workstation. */
import { z } from 'zod';
import { endpoint } from '../../contract/define.ts';
import { idParamSchema } from '../../kernel/ids.ts';

export const sharedFilesContract = {
  fetch: endpoint({
    method: 'POST',
    path: '/api/evidence/{id}/fetch',
    summary: 'Fetch the file of evidence from the workspace’s server, checked by its SHA-256',
    permission: 'evidence.read',
    params: idParamSchema,
    response: z.object({ isHere: z.literal(true) }),
  }),
  place: endpoint({
    method: 'GET',
    path: '/api/sync/places/{resource}/{id}',
    summary:
      'Which workstations keep what does not travel: raw record of an alert, events of a case',
    permission: 'alerts.read',
    params: idParamSchema.extend({ resource: z.enum(['alerts', 'forensic_investigations']) }),
    /** Names of other workstations; null: one that is not known by name. */
    response: z.object({ isHere: z.boolean(), others: z.array(z.string().nullable()) }),
  }),
};
