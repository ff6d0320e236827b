/** What texts in a memory image say of programs: their paths, command lines, environments. Pure. */
export interface ProcessHint {
  readonly type: 'program' | 'command line' | 'environment';
  readonly value: string;
}

const MAX_VALUE = 500;
const LOOKED_AT = 2_048;
const PROGRAM =
  /(?:[a-z]:|\\\\\?\\[a-z]:|\\SystemRoot|%\w{1,30}%)\\(?:[^\\/:*?"<>|\t]{1,100}\\){0,12}[^\\/:*?"<>|\t]{1,100}\.(?:exe|scr|com)(?![\w.])/i;
/** A program, quoted or not, and something behind it. */
const COMMAND =
  /^(?:"[^"]{1,260}\.(?:exe|scr|com|bat|cmd)"|(?:[a-z]:\\|\\\\)?[^\s"<>|*?]{1,200}\.(?:exe|scr|com|bat|cmd)|(?:cmd|powershell|pwsh|rundll32|regsvr32|mshta|wscript|cscript|certutil|bitsadmin|schtasks|wmic)|net1?(?=\s+(?:user|localgroup|group|use|view|start|stop)\b)|reg(?=\s+(?:add|query|save|delete|export)\b))\s+\S/i;
const ENVIRONMENT = /^(?:COMPUTERNAME|USERNAME|USERDOMAIN|LOGONSERVER|USERPROFILE)=./;

/** At most one of each type. @param text one run of readable characters. */
export function processHints(text: string): ProcessHint[] {
  const part = text.slice(0, LOOKED_AT);
  const hints: ProcessHint[] = [];
  const add = (type: ProcessHint['type'], value: string | undefined) => {
    if (value !== undefined) hints.push({ type, value: value.trim().slice(0, MAX_VALUE) });
  };
  if (ENVIRONMENT.test(part)) add('environment', part);
  if (!/\.(?:exe|scr|com|bat|cmd)|^[a-z]{3,11}\d{0,2}\s/i.test(part)) return hints;
  add('program', PROGRAM.exec(part)?.[0]);
  if (COMMAND.test(part)) add('command line', part);
  return hints;
}
