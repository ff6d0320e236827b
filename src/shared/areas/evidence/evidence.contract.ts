/** Evidence: files, reviews, revisions, custody. */
export const evidenceContract = {};
