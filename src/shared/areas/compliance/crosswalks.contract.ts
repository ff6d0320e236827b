/** Crosswalks: links between controls of different frameworks. */
export const crosswalksContract = {};
