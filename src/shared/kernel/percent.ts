/** `null` where there is nothing to take a share of. */
export function percentOrNull(
  part: number,
  whole: number,
): { rounded: number; floored: number; oneDigit: number } | null {
  if (whole === 0) return null;
  const percent = (100 * part) / whole;
  return {
    rounded: Math.round(percent),
    floored: Math.floor(percent),
    oneDigit: Math.round(percent * 10) / 10,
  };
}
