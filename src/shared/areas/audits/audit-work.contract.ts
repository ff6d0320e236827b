/** Audits: requests, samples, findings. */
export const auditWorkContract = {};
