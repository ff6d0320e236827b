/** Exports: OSCAL, Statement of Applicability, CSV. */
export const complianceExportsContract = {};
