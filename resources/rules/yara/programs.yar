import "pe"
import "math"

rule wf_eicar_test_file : test
{
  meta:
    id = "wf-yara-001"
    author = "Watchfloor"
    description = "The harmless file that tests whether malware scanning works."
    level = "informational"
    attack = "T1204.002"
  strings:
    $body = "X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*"
  condition:
    $body at 0 and filesize < 200
}

rule wf_packer_upx : packer
{
  meta:
    id = "wf-yara-002"
    author = "Watchfloor"
    description = "A program packed with UPX: its mark stands in the header of a PE or ELF file."
    level = "low"
    attack = "T1027.002"
  strings:
    $mark = "UPX!"
    $names = { 55 50 58 30 00 00 00 00 [16-40] 55 50 58 31 }
  condition:
    (uint16(0) == 0x5a4d or uint32(0) == 0x464c457f)
    and ($mark in (0..2048) or $names in (0..2048))
}

rule wf_packer_sections : packer
{
  meta:
    id = "wf-yara-003"
    author = "Watchfloor"
    description = "A PE file with a section named as a packer or protector names it."
    level = "medium"
    attack = "T1027.002"
  condition:
    pe.is_pe and for any section in pe.sections : (
      section.name == ".aspack" or section.name == ".adata" or section.name == ".MPRESS1" or
      section.name == ".MPRESS2" or section.name == ".nsp0" or section.name == ".nsp1" or
      section.name == ".petite" or section.name == ".themida" or section.name == ".winlice" or
      section.name == ".vmp0" or section.name == ".vmp1" or section.name == ".enigma1" or
      section.name == "PEC2" or section.name == "pec1" or section.name == ".RLPack"
    )
}

rule wf_packed_entry_section : packer
{
  meta:
    id = "wf-yara-004"
    author = "Watchfloor"
    description = "A PE file with executable bytes of high entropy and fewer than ten imports."
    level = "medium"
    attack = "T1027.002"
  condition:
    pe.is_pe and pe.number_of_imported_functions < 10 and for any section in pe.sections : (
      section.characteristics & 0x20000000 != 0 and section.raw_data_size > 4096 and
      math.entropy(section.raw_data_offset, section.raw_data_size) > 7.3
    )
}

rule wf_pe_process_injection : injection
{
  meta:
    id = "wf-yara-005"
    author = "Watchfloor"
    description = "A small PE file that imports what writes into another process and starts code there."
    level = "high"
    attack = "T1055"
  condition:
    pe.is_pe and filesize < 5MB
    and pe.imports("kernel32.dll", "VirtualAllocEx")
    and pe.imports("kernel32.dll", "WriteProcessMemory")
    and (
      pe.imports("kernel32.dll", "CreateRemoteThread") or
      pe.imports("kernel32.dll", "QueueUserAPC") or
      pe.imports("kernel32.dll", "SetThreadContext") or
      pe.imports("ntdll.dll", "NtCreateThreadEx")
    )
}

rule wf_pe_keyboard_watcher : collection
{
  meta:
    id = "wf-yara-006"
    author = "Watchfloor"
    description = "A PE file that hooks the keyboard, asks which window is in front and talks to the network."
    level = "medium"
    attack = "T1056.001"
  condition:
    pe.is_pe and filesize < 5MB
    and (pe.imports("user32.dll", "SetWindowsHookExA") or pe.imports("user32.dll", "SetWindowsHookExW") or pe.imports("user32.dll", "GetAsyncKeyState"))
    and pe.imports("user32.dll", "GetForegroundWindow")
    and (pe.imports("ws2_32.dll") > 0 or pe.imports("wininet.dll") > 0 or pe.imports("winhttp.dll") > 0)
}

rule wf_credential_dumper : credentials
{
  meta:
    id = "wf-yara-007"
    author = "Watchfloor"
    description = "Commands and words of tools that take passwords out of the memory of Windows."
    level = "critical"
    attack = "T1003.001"
  strings:
    $a = "sekurlsa::logonpasswords" ascii wide nocase
    $b = "lsadump::dcsync" ascii wide nocase
    $c = "lsadump::sam" ascii wide nocase
    $d = "kerberos::golden" ascii wide nocase
    $e = "privilege::debug" ascii wide nocase
    $f = "gentilkiwi" ascii wide nocase
    $g = "token::elevate" ascii wide nocase
    $h = "crypto::capi" ascii wide nocase
  condition:
    3 of them
}

rule wf_lsass_dump_tool : credentials
{
  meta:
    id = "wf-yara-008"
    author = "Watchfloor"
    description = "A PE file that writes the memory of lsass into a file."
    level = "high"
    attack = "T1003.001"
  strings:
    $process = "lsass" ascii wide nocase
    $privilege = "SeDebugPrivilege" ascii wide
    $call = "MiniDumpWriteDump"
  condition:
    uint16(0) == 0x5a4d and all of them
}

rule wf_elf_miner : miner
{
  meta:
    id = "wf-yara-009"
    author = "Watchfloor"
    description = "An ELF file with the words of a program that mines coins."
    level = "high"
    attack = "T1496.001"
  strings:
    $pool = "stratum+tcp://" nocase
    $tls = "stratum+ssl://" nocase
    $donate = "donate-level"
    $algorithm = /\b(rx\/0|cn\/r|cryptonight|randomx)\b/ nocase
    $huge = "huge-pages"
    $method = "mining.subscribe"
    $job = "\"job_id\""
  condition:
    uint32(0) == 0x464c457f and 3 of them
}

rule wf_elf_reverse_shell : shell
{
  meta:
    id = "wf-yara-010"
    author = "Watchfloor"
    description = "A small ELF file that puts a connection onto the standard streams and starts a shell."
    level = "high"
    attack = "T1059.004"
  strings:
    $shell = "/bin/sh\x00"
    $connect = "connect\x00"
    $socket = "socket\x00"
    $dup = "dup2\x00"
    $exec = /exec(ve|vp|l|lp|v)\x00/
    $address = /(inet_addr|inet_aton|inet_pton|htons)\x00/
    // x86-64: dup2(rdi, 2), then execve of "/bin//sh" built on the stack.
    $code = { 6a 21 58 0f 05 }
    $stack = { 48 b? 2f 62 69 6e 2f (2f | 73) (73 | 68) (68 | 00) }
  condition:
    uint32(0) == 0x464c457f and filesize < 100KB
    and (($shell and $connect and $socket and $dup and $exec and $address) or ($code and $stack))
}

rule wf_elf_runs_from_memory : evasion
{
  meta:
    id = "wf-yara-011"
    author = "Watchfloor"
    description = "A small ELF file that makes a file without a name and runs it."
    level = "medium"
    attack = "T1620"
  strings:
    $memory = "memfd_create"
    $path = /\/proc\/(self|%d)\/fd\/%d/
    $exec = /(f?execve|execveat)\x00/
  condition:
    uint32(0) == 0x464c457f and filesize < 500KB and all of them
}

rule wf_elf_preload_rootkit : rootkit
{
  meta:
    id = "wf-yara-012"
    author = "Watchfloor"
    description = "A library that replaces what lists files and processes, and speaks of preloading."
    level = "high"
    attack = "T1574.006"
  strings:
    $preload = "ld.so.preload"
    $list = "readdir64"
    $next = "dlsym"
    $proc = "/proc/net/tcp"
    $self = "/proc/self/fd/%d"
    $stat = /__[lf]?xstat64/
  condition:
    uint32(0) == 0x464c457f and filesize < 1MB and $preload and $list and $next and 1 of ($proc, $self, $stat)
}
