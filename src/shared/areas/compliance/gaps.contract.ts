/** Gap analysis, next best actions, proof by the SOC. */
export const gapsContract = {};
