export const REPORT_FORMS = ['PDF', 'DOCX', 'XLSX', 'OSCAL'] as const;
export type ReportForm = (typeof REPORT_FORMS)[number];

export const REPORT_FORM_LABELS: Record<ReportForm, string> = {
  PDF: 'PDF',
  DOCX: 'Word (DOCX)',
  XLSX: 'Excel (XLSX)',
  OSCAL: 'OSCAL assessment results (JSON)',
};

export const REPORT_EXTENSIONS: Record<ReportForm, string> = {
  PDF: 'pdf',
  DOCX: 'docx',
  XLSX: 'xlsx',
  OSCAL: 'oscal.json',
};

/** What an auditor concludes: in the order from the best, and that no opinion can be formed. */
export const OPINIONS = ['UNQUALIFIED', 'QUALIFIED', 'ADVERSE', 'DISCLAIMER'] as const;
export type Opinion = (typeof OPINIONS)[number];

export const OPINION_LABELS: Record<Opinion, string> = {
  UNQUALIFIED: 'Unqualified',
  QUALIFIED: 'Qualified',
  ADVERSE: 'Adverse',
  DISCLAIMER: 'Disclaimer of opinion',
};

export const CONCLUSION_MAX = 8_000;
export const CLASSIFICATION_MAX = 80;
export const DEFAULT_CLASSIFICATION = 'Confidential';

/** A fingerprint as people compare it: groups of four. */
export function groupedFingerprint(fingerprint: string): string {
  return fingerprint.match(/.{1,4}/g)?.join(' ') ?? '';
}
