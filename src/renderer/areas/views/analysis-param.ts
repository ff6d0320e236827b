/** Of the desk's address: what alerts are counted by; the analysis is shown where it is there. */
export const ANALYSIS_PARAM = 'stack';
