rule wf_powershell_encoded : powershell
{
  meta:
    id = "wf-yara-020"
    author = "Watchfloor"
    description = "PowerShell started with a command in Base64."
    level = "high"
    attack = "T1059.001"
  strings:
    $call = /powershell(\.exe)?["']?\s[^\r\n]{0,200}[-\/]e(nc|ncodedcommand|c)?\s+["']?[A-Za-z0-9+\/]{60,}/ nocase
    $wide = /p\x00o\x00w\x00e\x00r\x00s\x00h\x00e\x00l\x00l\x00[^\r\n]{0,400}-\x00e\x00(n\x00c\x00[a-z\x00]{0,30}|c\x00)? \x00([A-Za-z0-9+\/]\x00){60}/ nocase
  condition:
    any of them
}

rule wf_powershell_download_run : powershell
{
  meta:
    id = "wf-yara-021"
    author = "Watchfloor"
    description = "A script that fetches code from the network and runs it without a file."
    level = "high"
    attack = "T1059.001"
  strings:
    $fetch = /(Net\.WebClient|Invoke-WebRequest|Invoke-RestMethod|DownloadString|DownloadData|Start-BitsTransfer)/ nocase ascii wide
    $hidden = /-w(indowstyle)?\s+(hidden|1)\b/ nocase ascii wide
    $bypass = /-e(xecution)?p(olicy)?\s+bypass/ nocase ascii wide
    $run = /(\bIEX\b|Invoke-Expression|\.Invoke\(|Reflection\.Assembly\]::Load)/ nocase ascii wide
  condition:
    filesize < 2MB and uint16(0) != 0x5a4d and $fetch and $run and ($hidden or $bypass)
}

rule wf_script_dropper_wsh : dropper
{
  meta:
    id = "wf-yara-022"
    author = "Watchfloor"
    description = "A script of Windows Script Host that fetches bytes, writes them and runs them."
    level = "high"
    attack = "T1059.005"
  strings:
    $http = /(MSXML2\.(Server)?XMLHTTP|Microsoft\.XMLHTTP|WinHttp\.WinHttpRequest)/ nocase ascii wide
    $stream = "ADODB.Stream" nocase ascii wide
    $save = "SaveToFile" nocase ascii wide
    $shell = /(WScript\.Shell|Shell\.Application)/ nocase ascii wide
    $run = /\.(Run|Exec|ShellExecute)\b/ nocase ascii wide
  condition:
    filesize < 2MB and uint16(0) != 0x5a4d and $http and ($stream or $save) and $shell and $run
}

rule wf_batch_downloader : dropper
{
  meta:
    id = "wf-yara-023"
    author = "Watchfloor"
    description = "A command file that fetches a program with a tool of Windows."
    level = "medium"
    attack = "T1105"
  strings:
    $certutil = /certutil(\.exe)?\s[^\r\n]{0,80}-urlcache[^\r\n]{0,80}https?:/ nocase
    $bits = /bitsadmin(\.exe)?\s[^\r\n]{0,80}\/transfer[^\r\n]{0,120}https?:/ nocase
    $mshta = /mshta(\.exe)?\s+["']?(https?:|javascript:|vbscript:)/ nocase
    $regsvr = /regsvr32(\.exe)?\s[^\r\n]{0,60}\/i:https?:/ nocase
  condition:
    filesize < 1MB and uint16(0) != 0x5a4d and uint32(0) != 0x464c457f and any of them
}

rule wf_hta_runs_shell : dropper
{
  meta:
    id = "wf-yara-024"
    author = "Watchfloor"
    description = "An HTML application with a script that starts programs."
    level = "high"
    attack = "T1218.005"
  strings:
    $tag = "<hta:application" nocase
    $script = /<script[^>]{0,80}(vbscript|javascript|jscript)/ nocase
    $shell = /(WScript\.Shell|Shell\.Application|powershell|cmd(\.exe)?\s+\/c)/ nocase
  condition:
    filesize < 2MB and $tag and $script and $shell
}

rule wf_shell_reverse_connection : shell
{
  meta:
    id = "wf-yara-025"
    author = "Watchfloor"
    description = "A script line that gives a shell to a connection to somewhere else."
    level = "high"
    attack = "T1059.004"
  strings:
    $bash = /bash\s+-i\s+[>&]{1,3}\s*\/dev\/tcp\/[0-9a-zA-Z.\-]{3,80}\/\d{1,5}/
    $netcat = /\bn(c|cat)\b[^\r\n]{0,60}\s-(e|c)\s+\/bin\/(ba)?sh/
    $fifo = /mkfifo\s+\S{1,60}\s*;[^\r\n]{0,80}\/bin\/(ba)?sh\s+-i[^\r\n]{0,80}\bnc\b/
    $python = /socket\.socket\([^\r\n]{0,200}os\.dup2\([^\r\n]{0,200}(pty\.spawn|subprocess\.(call|Popen|run))/
    $perl = /use\s+Socket;[^\r\n]{0,300}open\(STDIN,["']>&/
  condition:
    filesize < 2MB and any of them
}

rule wf_shell_cron_downloader : persistence
{
  meta:
    id = "wf-yara-026"
    author = "Watchfloor"
    description = "A script that writes itself into the schedule and fetches what it runs."
    level = "high"
    attack = "T1053.003"
  strings:
    $fetch = /(curl|wget)\s[^\r\n|]{0,200}https?:\/\/[^\r\n|]{0,200}\|\s*(ba)?sh\b/
    $cron = /(crontab\s+-|\/etc\/cron|\/var\/spool\/cron)/
    $kill = /(pkill|killall|kill\s+-9)/
    $hide = /(chattr\s+[+\-]i|>\s*\/dev\/null\s+2>&1|ld\.so\.preload)/
  condition:
    filesize < 1MB and uint32(0) != 0x464c457f and $fetch and $cron and ($kill or $hide)
}

rule wf_ransom_note : ransomware
{
  meta:
    id = "wf-yara-027"
    author = "Watchfloor"
    description = "A text that says files were encrypted and how to pay for them."
    level = "critical"
    attack = "T1486"
  strings:
    $done = /(your|all)( of your)?( important)? (files|data|documents|network)[^.\r\n]{0,60}(have been|has been|are|were|was) (encrypted|locked|stolen)/ nocase ascii wide
    $key = /(decryption (key|tool|software)|private key|decryptor|restore your (files|data))/ nocase ascii wide
    $pay = /(bitcoin|btc|monero|xmr|cryptocurrency|tor browser|\.onion|ransom)/ nocase ascii wide
    $warn = /(do not (rename|modify|try|use|delete|turn)|don't try|will be (published|lost|deleted|leaked))/ nocase ascii wide
  condition:
    filesize < 200KB and uint16(0) != 0x5a4d and all of them
}
