rule wf_webshell_php_eval : webshell
{
  meta:
    id = "wf-yara-040"
    author = "Watchfloor"
    description = "PHP that runs what a request brings."
    level = "critical"
    attack = "T1505.003"
  strings:
    $open = "<?" 
    $run = /\b(eval|assert|create_function)\s*\(\s*@?(base64_decode\s*\(\s*|gzinflate\s*\(\s*|stripslashes\s*\(\s*|str_rot13\s*\(\s*){0,3}\$_(GET|POST|REQUEST|COOKIE|SERVER)\b/ nocase
    $call = /\$_(GET|POST|REQUEST|COOKIE)\s*\[[^\]\r\n]{1,40}\]\s*\(\s*\$_(GET|POST|REQUEST|COOKIE)/ nocase
  condition:
    filesize < 1MB and $open and ($run or $call)
}

rule wf_webshell_php_command : webshell
{
  meta:
    id = "wf-yara-041"
    author = "Watchfloor"
    description = "PHP that gives what a request brings to the shell."
    level = "critical"
    attack = "T1505.003"
  strings:
    $open = "<?"
    $run = /\b(system|exec|shell_exec|passthru|popen|proc_open|pcntl_exec)\s*\(\s*@?(base64_decode\s*\(\s*)?["']?\$_(GET|POST|REQUEST|COOKIE)\b/ nocase
    $tick = /`\s*\$_(GET|POST|REQUEST|COOKIE)\s*\[/ nocase
  condition:
    filesize < 1MB and $open and ($run or $tick)
}

rule wf_webshell_php_packed : webshell
{
  meta:
    id = "wf-yara-042"
    author = "Watchfloor"
    description = "PHP that unpacks a long text and runs it."
    level = "high"
    attack = "T1027"
  strings:
    $open = "<?"
    $run = /\b(eval|assert)\s*\(\s*@?(gzinflate|gzuncompress|str_rot13|base64_decode|strrev)\s*\(\s*@?(gzinflate|gzuncompress|str_rot13|base64_decode|strrev)\s*\(/ nocase
    $blob = /["'][A-Za-z0-9+\/]{200}/
  condition:
    filesize < 2MB and $open and $run and $blob
}

rule wf_webshell_aspx : webshell
{
  meta:
    id = "wf-yara-043"
    author = "Watchfloor"
    description = "An ASP or ASP.NET page that runs what a request brings."
    level = "critical"
    attack = "T1505.003"
  strings:
    $page = /<%@?\s*(page|language|webhandler)/ nocase
    $asp = "<%"
    $jscript = /eval\s*\(\s*Request(\.Item|\.Form|\.QueryString)?\s*[\[(]/ nocase
    $execute = /execute(global)?\s*\(?\s*request\s*\(/ nocase
    $process = /(Process\.Start|ProcessStartInfo)/ nocase
    $cmd = /(cmd\.exe|powershell)/ nocase
    $request = /Request(\.Form|\.QueryString|\.Params|\.Item)?\s*[\[(]/ nocase
  condition:
    filesize < 1MB and (($asp and ($jscript or $execute)) or ($page and $process and $cmd and $request))
}

rule wf_webshell_jsp : webshell
{
  meta:
    id = "wf-yara-044"
    author = "Watchfloor"
    description = "A JSP page that starts what a request names."
    level = "critical"
    attack = "T1505.003"
  strings:
    $page = "<%"
    $exec = /(Runtime\.getRuntime\(\)\s*\.\s*exec|new\s+ProcessBuilder)\s*\(/
    $parameter = /request\s*\.\s*getParameter\s*\(/
    $class = /defineClass\s*\(/
    $decode = /(BASE64Decoder|Base64\.getDecoder|Cipher\.getInstance)/
  condition:
    filesize < 1MB and $page and (($exec and $parameter) or ($class and $decode))
}
