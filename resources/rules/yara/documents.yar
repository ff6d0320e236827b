rule wf_office_macro_auto_run : macro
{
  meta:
    id = "wf-yara-060"
    author = "Watchfloor"
    description = "An Office file with a macro that runs by itself and starts something."
    level = "high"
    attack = "T1204.002"
  strings:
    $project = "_VBA_PROJECT" ascii wide
    $binary = "vbaProject.bin"
    $auto = /(Auto_?Open|Auto_?Close|Auto_?Exec|Document_Open|Document_Close|Workbook_Open|Workbook_Activate)/ nocase ascii wide
    $start = /(WScript|Shell\b|CreateObject|powershell|URLDownloadToFile|ShellExecute|MSXML2)/ nocase ascii wide
  condition:
    (uint32(0) == 0xe011cfd0 or uint32(0) == 0x04034b50)
    and ($project or $binary) and $auto and $start
}

rule wf_lnk_command_line : shortcut
{
  meta:
    id = "wf-yara-061"
    author = "Watchfloor"
    description = "A Windows shortcut that starts a script host or a shell with arguments."
    level = "high"
    attack = "T1204.002"
  strings:
    $host = /(powershell|cmd\.exe|mshta|wscript|cscript|rundll32|regsvr32|certutil|msiexec|bitsadmin|conhost)/ nocase ascii wide
    $argument = /(https?:\/\/|\s-e(nc|ncodedcommand|p)?\s|-w(indowstyle)?\s+h|\/c\s+(start|copy|curl|powershell|mshta)|javascript:|FromBase64String|IEX\b|%temp%|%appdata%)/ nocase ascii wide
  condition:
    uint32(0) == 0x0000004c and uint32(4) == 0x00021401 and $host and $argument
}

rule wf_rtf_embedded_object : document
{
  meta:
    id = "wf-yara-062"
    author = "Watchfloor"
    description = "Rich text with an embedded object that is updated by itself or speaks of the equation editor."
    level = "high"
    attack = "T1203"
  strings:
    $data = "\\objdata" nocase
    $update = "\\objupdate" nocase
    $equation = /4571756174696f6e2e33/ nocase
    $package = /0b0000005061636b616765/ nocase
    $class = "Equation.3" nocase
  condition:
    uint32be(0) == 0x7b5c7274 and $data and ($update or $equation or $package or $class)
}

rule wf_pdf_runs_on_open : document
{
  meta:
    id = "wf-yara-063"
    author = "Watchfloor"
    description = "A PDF that starts a program or unpacks code in a script as soon as it is opened."
    level = "medium"
    attack = "T1204.002"
  strings:
    $open = /\/(OpenAction|AA)\b/
    $launch = "/Launch"
    $script = /\/(JavaScript|JS)\b/
    $unpack = /(unescape|String\.fromCharCode|eval|exportDataObject)\s*\(/
  condition:
    uint32be(0) == 0x25504446 and $open and ($launch or ($script and $unpack))
}

rule wf_onenote_embedded_script : document
{
  meta:
    id = "wf-yara-064"
    author = "Watchfloor"
    description = "A OneNote section with a script or a program inside."
    level = "high"
    attack = "T1204.002"
  strings:
    $blob = { e7 16 e3 bd 65 26 11 45 a4 c4 8d 4d 0b 7a 9e ac }
    $script = /(<script|WScript\.Shell|powershell|@echo off|CreateObject)/ nocase
    $program = { 4d 5a [58] (00 | 40 | 80 | c0 | d8 | e0 | e8 | f0 | f8) (00 | 01) 00 00 }
  condition:
    uint32be(0) == 0xe4525c7b and $blob and ($script or $program)
}

rule wf_html_smuggling : document
{
  meta:
    id = "wf-yara-065"
    author = "Watchfloor"
    description = "A web page that builds a file out of its own text and saves it."
    level = "medium"
    attack = "T1027.006"
  strings:
    $page = /<(html|script|svg)/ nocase
    $blob = /new\s+Blob\s*\(/
    $decode = /\batob\s*\(/
    $save = /(msSaveOrOpenBlob|msSaveBlob|URL\.createObjectURL)\s*\(/
    $name = /\.download\s*=/
    $data = /["'][A-Za-z0-9+\/]{1000}/
  condition:
    filesize < 20MB and $page and $blob and $decode and $save and $data and ($name or #save > 1)
}
