/** Frameworks: packs, adopting, upgrading, import. */
export const frameworksContract = {};
