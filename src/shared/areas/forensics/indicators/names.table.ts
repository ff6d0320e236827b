/** Facts by which a name with dots is told to be a domain or a file. */

/** Generic top-level domains that are met in practice; the two-letter ones of countries are taken as a form. */
const GENERIC =
  'com net org info biz edu gov mil int arpa name pro aero coop museum jobs mobi tel travel asia cat post xxx ' +
  'academy agency app art associates bar best bid blog build buzz cafe camp capital care careers cash casa center ' +
  'chat church city click clinic cloud club codes coffee college community company computer consulting cool credit ' +
  'cyou data date deals delivery design dev digital direct directory download education email energy engineer ' +
  'enterprises equipment estate events example exchange expert express family fans farm fashion finance financial ' +
  'fit fitness foundation fun fund futbol fyi gallery game games garden gift global gold golf group guide guru ' +
  'health help host hosting house icu immo inc industries ink institute insure international investments jetzt ' +
  'kitchen land law legal life limited link live loan lol london ltd management market marketing media men money ' +
  'monster network news ninja one online onl ooo page parts party photo photos pics pictures plus press productions ' +
  'properties pub quest racing realty recipes red rent repair report rest review reviews rocks run sale school ' +
  'science security services sexy shop show site social software solar solutions space store stream studio style ' +
  'support surf systems tax team tech technology tips tires today tokyo tools top tours town toys trade trading ' +
  'training uno vacations ventures vet video vip vision watch webcam website wiki win wine work works world wtf ' +
  'xyz yoga zone onion bit';
export const GENERIC_DOMAINS: ReadonlySet<string> = new Set(GENERIC.split(' '));

/** Names that lead nowhere outside: RFC 6761, RFC 6762, RFC 8375 and what networks use by custom. */
export const INNER_DOMAINS: ReadonlySet<string> = new Set(
  'local localhost internal intranet lan corp home private arpa invalid test localdomain'.split(
    ' ',
  ),
);

/** Ends of file names that programs, scripts, documents and archives have. */
const ENDS =
  'exe dll sys scr com cpl msi msix ocx drv efi bat cmd ps1 psm1 psd1 vbs vbe js jse wsf wsh hta lnk url jar class ' +
  'apk ipa app dmg pkg deb rpm elf so ko bin sh bash py pyc pl rb php php5 phtml asp aspx ashx jsp jspx war cgi ' +
  'doc docx docm dot dotm rtf xls xlsx xlsm xlsb xlam ppt pptx pptm one pdf chm iso img vhd vhdx zip rar 7z tar gz ' +
  'tgz bz2 xz cab ace arj lzh eml msg ics htm html mht xml json yaml yml ini cfg conf log txt csv dat db sqlite tmp ' +
  'bak old key pem pfx p12 crt cer kdbx ntds dit reg inf job svg swf xll ppam iqy slk cs rs md ts go c cc h cpp';
export const FILE_ENDS: ReadonlySet<string> = new Set(ENDS.split(' '));

/** Both an end of files and a country: a name of two labels is the file. */
export const DOUBTFUL_ENDS: ReadonlySet<string> = new Set(
  'com app sh py pl rs md ps so cc cs ai ml pm in is it la ms to'
    .split(' ')
    .filter((end) => FILE_ENDS.has(end)),
);

/** Parts of operating systems: that a record names them says nothing. */
const SYSTEM =
  'cmd.exe powershell.exe pwsh.exe explorer.exe svchost.exe services.exe lsass.exe csrss.exe wininit.exe winlogon.exe ' +
  'smss.exe conhost.exe taskhostw.exe rundll32.exe regsvr32.exe wscript.exe cscript.exe mshta.exe schtasks.exe ' +
  'net.exe net1.exe whoami.exe ipconfig.exe nltest.exe wmic.exe vssadmin.exe bcdedit.exe certutil.exe bitsadmin.exe ' +
  'reg.exe sc.exe tasklist.exe wevtutil.exe spoolsv.exe dllhost.exe msiexec.exe notepad.exe chrome.exe msedge.exe ' +
  'firefox.exe outlook.exe winword.exe excel.exe powerpnt.exe ntdll.dll kernel32.dll user32.dll advapi32.dll ' +
  'index.html index.php robots.txt favicon.ico';
export const SYSTEM_FILES: ReadonlySet<string> = new Set(SYSTEM.split(' '));

/** Everybody may have an address there: an account at one does not make it ours. */
export const FREE_MAIL: ReadonlySet<string> = new Set(
  'gmail.com googlemail.com outlook.com hotmail.com live.com yahoo.com icloud.com gmx.net gmx.de web.de proton.me protonmail.com aol.com'.split(
    ' ',
  ),
);
