/**
 * One form for comparing without case, for rules and events alike. Lower case alone leaves three letters
 * that expressions with the flag `i` hold equal to others (Unicode simple case folding).
 */
export function fold(text: string): string {
  const lower = text.toLowerCase();
  // Texts of one byte a letter, nearly all, hold neither and are told so without a search.
  if (!lower.includes('ς') && !lower.includes('ſ')) return lower;
  return lower.replaceAll('ς', 'σ').replaceAll('ſ', 's');
}

/** Names of fields are compared without blanks and case: `Threat Name` is `ThreatName`. */
export function fieldKey(name: string): string {
  return name.replace(/\s+/g, '').toLowerCase();
}
