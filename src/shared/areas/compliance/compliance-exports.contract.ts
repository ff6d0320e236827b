/** Exports: OSCAL, Statement of Applicability, CSV. Downloads, made beside the core. */
import { z } from 'zod';
import { endpoint } from '../../contract/define.ts';

export const EXPORT_FORMATS = [
  'soa-xlsx',
  'soa-pdf',
  'controls-csv',
  'oscal-component-definition',
  'oscal-assessment-results',
  'oscal-poam',
] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export const EXPORT_LABELS: Record<ExportFormat, string> = {
  'soa-xlsx': 'Statement of Applicability (XLSX)',
  'soa-pdf': 'Statement of Applicability (PDF)',
  'controls-csv': 'Controls (CSV)',
  'oscal-component-definition': 'OSCAL component definition (JSON)',
  'oscal-assessment-results': 'OSCAL assessment results (JSON)',
  'oscal-poam': 'OSCAL plan of action and milestones (JSON)',
};

/** Without a framework all active ones are taken, which only OSCAL has room for. */
const exportQuerySchema = z.object({ framework: z.string().min(1).max(100).optional() });

export const complianceExportsContract = {
  download: endpoint({
    method: 'GET',
    path: '/api/compliance/exports/{format}',
    summary: 'Controls with their evidence as OSCAL, as a Statement of Applicability or as CSV',
    permission: 'compliance.read',
    params: z.object({
      format: z.enum(EXPORT_FORMATS, {
        error: `Format must be one of ${EXPORT_FORMATS.join(', ')}`,
      }),
    }),
    query: exportQuerySchema,
    response: 'bytes',
  }),
};
