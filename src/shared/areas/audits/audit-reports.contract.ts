/** Audits: reports and the audit package. */
export const auditReportsContract = {};
