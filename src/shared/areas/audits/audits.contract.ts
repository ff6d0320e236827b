/** Audits: schedule and state. */
export const auditsContract = {};
