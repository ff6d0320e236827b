/** Runs of certain letters of ASCII in a text, found in one walk: a pattern would begin anew at each letter. */
export type EachRun = (
  text: string,
  least: number,
  found: (start: number, end: number) => void,
) => void;

export function eachRun(letter: RegExp): EachRun {
  const isLetter = Uint8Array.from({ length: 128 }, (_, code) =>
    letter.test(String.fromCharCode(code)) ? 1 : 0,
  );
  return (text, least, found) => {
    let start = 0;
    for (let at = 0; at < text.length; at += 1) {
      if (isLetter[text.charCodeAt(at)] === 1) continue;
      if (at - start >= least) found(start, at);
      start = at + 1;
    }
    if (text.length - start >= least) found(start, text.length);
  };
}
