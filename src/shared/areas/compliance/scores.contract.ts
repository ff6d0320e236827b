/** Scores: coverage and assurance, explained down to the proof. */
export const scoresContract = {};
