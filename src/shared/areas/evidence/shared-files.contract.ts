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
};
