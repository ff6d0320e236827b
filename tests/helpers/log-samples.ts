/** A few lines of each format of logs, of our own making. */
export const LOG_SAMPLES: Readonly<Record<string, string>> = {
  zeek: [
    '#separator \\x09',
    '#set_separator\t,',
    '#empty_field\t(empty)',
    '#unset_field\t-',
    '#path\tdns',
    '#fields\tts\tuid\tid.orig_h\tid.orig_p\tid.resp_h\tid.resp_p\tproto\tquery\tanswers\tTTLs\trejected',
    '#types\ttime\tstring\taddr\tport\taddr\tport\tenum\tstring\tvector[string]\tvector[interval]\tbool',
    '1767323045.678901\tCx1\t10.0.0.5\t50000\t10.0.0.1\t53\tudp\ta\\x09b.example\t10.1.1.1,10.1.1.2\t(empty)\tF',
    '1767323046.000000\tCx2\t10.0.0.5\t50001\t10.0.0.1\t53\tudp\tc.example\t-\t-\tT',
    '#close\t2026-01-02-03-04-05',
  ].join('\n'),
  w3c: [
    '#Software: Microsoft Internet Information Services 10.0',
    '#Version: 1.0',
    '#Date: 2026-01-02 03:04:05',
    '#Fields: date time s-ip cs-method cs-uri-stem cs-uri-query s-port cs-username c-ip cs(User-Agent) sc-status time-taken',
    '2026-01-02 03:04:05 10.0.0.1 GET /index.aspx id=1 443 - 10.0.0.9 Mozilla/5.0+(X11) 200 15',
    '2026-01-02 03:04:06 10.0.0.1 POST /upload.aspx - 443 corp\\anna 10.0.0.9 curl/8 500 90',
  ].join('\r\n'),
  'web-access': [
    '10.0.0.9 - anna [02/Jan/2026:03:04:05 +0100] "GET /a?b=\\"c\\" HTTP/1.1" 200 512 "https://x.example/" "Mozilla/5.0 (X11)"',
    '10.0.0.9 - - [02/Jan/2026:03:04:06 +0100] "-" 408 -',
    'www.example:443 2001:db8::1 - - [02/Jan/2026:03:04:07 +0100] "POST /login HTTP/2.0" 302 0 "-" "curl/8.0" 0.004 "10.1.1.1"',
  ].join('\n'),
  syslog: [
    '<34>Oct 11 22:14:15 mail su[77]: pam failed for user root on /dev/pts/8',
    '<165>1 2026-01-02T03:04:05.678901Z web01 app 4711 ID47 [ex@1 iut="3" text="a \\"b\\" ]"][two x="y"] \ufeffstarted',
    '<13>1 2026-01-02T03:04:05+02:00 web01 - - - - bare',
    'Feb 27 23:59:59 fw kernel: [12.3] IN=eth0 OUT= SRC=10.0.0.1 DST=10.0.0.2',
    '2026-01-02T03:04:05.5+01:00 db01 sshd[12]: Accepted publickey for anna from 10.0.0.9 port 22',
    '  and more of it',
    '<14>Jan  2 03:04:05 sensor CEF:0|Vendor|Prod\\|uct|1.0|100|Worm \\| stopped|10|src=10.0.0.1 dst=2.1.2.2 msg=a \\= b rt=1767323045678 cs1=deny all cs1Label=Rule fname=C:\\\\x y.exe',
    'LEEF:2.0|Vendor|Prod|1|Login|^|devTime=2026-01-02T03:04:05Z^src=10.0.0.1^usrName=anna',
    'LEEF:1.0|Vendor|Prod|1|Deny|src=10.0.0.1\tdst=10.0.0.2\tdevTime=1767323045678',
  ].join('\n'),
  auditd: [
    'type=SYSCALL msg=audit(1767323045.678:101): arch=c000003e syscall=59 success=yes exit=0 a0=55d a1=55e a2=55f items=2 ppid=1 pid=2 auid=1000 uid=0 comm="cat" exe="/usr/bin/cat" key="exec"\u001dARCH=x86_64 SYSCALL=execve AUID="anna" UID="root"',
    'type=USER_AUTH msg=audit(1767323045.700:102): pid=9 uid=0 auid=4294967295 ses=1 msg=\'op=PAM:authentication grantors=pam_unix acct="anna" exe="/usr/sbin/sshd" hostname=10.0.0.9 addr=10.0.0.9 terminal=ssh res=success\'',
    'type=EXECVE msg=audit(1767323045.678:101): argc=3 a0="cat" a1=2F746D702F6120622E747874 a2="-n"',
    'type=PATH msg=audit(1767323045.678:101): item=0 name="/usr/bin/cat" inode=1 mode=0100755',
    'type=PATH msg=audit(1767323045.678:101): item=1 name=2F746D702F6120622E747874 inode=2 mode=0100644',
    'type=PROCTITLE msg=audit(1767323045.678:101): proctitle=636174002F746D702F6120622E747874002D6E',
    'type=EOE msg=audit(1767323045.678:101): ',
  ].join('\n'),
  journal: [
    '__CURSOR=s=1;i=1',
    '__REALTIME_TIMESTAMP=1767323045678901',
    '_HOSTNAME=web01',
    'SYSLOG_IDENTIFIER=sshd',
    'MESSAGE=Failed password',
    '',
    '__CURSOR=s=1;i=2',
    '__REALTIME_TIMESTAMP=1767323045678902',
    '_HOSTNAME=web01',
    '_COMM=app',
    'MESSAGE=next',
    '',
  ].join('\n'),
  'text-log': [
    '2026-01-02 03:04:05,678 ERROR [main] it failed id=7',
    'Exception: a',
    '  at b',
    '2026-01-02 03:04:06,001 INFO done',
    '[1767323047.5] seconds',
    'Fri Jan  2 03:04:08 2026 words',
    '01/02/2026-03:04:09.271449  [**] [1:2002677:14] A scan [**] [Classification: Attack] [Priority: 1] {TCP} 10.0.0.1:4 -> 10.0.0.2:80',
  ].join('\n'),
};

const XML_SAMPLE = [1, 2, 3]
  .map(
    (id) =>
      `<Event xmlns='http://schemas.microsoft.com/win/2004/08/events/event'><System><Provider Name='P' Guid='{54849625-5478-4994-a5ba-3e3b0328c30d}'/><EventID Qualifiers="0">${id}</EventID><TimeCreated SystemTime='2026-01-02T03:04:05.1234567Z'/><Channel>Security</Channel><Computer>pc</Computer></System><EventData><Data Name='A'>1 &lt;&amp;</Data><Data>u</Data></EventData></Event>`,
  )
  .join('\n');
const JSON_RECORDS = [
  { '@timestamp': '2026-01-02T03:04:05Z', host: { name: 'a' }, list: [1, { b: 2 }], text: '"}]ä' },
  { timestamp: 1767323045, src_ip: '10.0.0.1', event_type: 'alert', alert: { signature: 'x' } },
  { Event: { System: { EventID: 1, Channel: 'Security' }, EventData: { Data: ['a', 'b'] } } },
];

/** Files to damage, by reader. */
export const LOG_SEEDS: Readonly<Record<string, readonly Uint8Array[]>> = {
  ...Object.fromEntries(Object.entries(LOG_SAMPLES).map(([id, text]) => [id, [Buffer.from(text)]])),
  json: [
    Buffer.from(JSON_RECORDS.map((one) => JSON.stringify(one)).join('\n')),
    Buffer.from(JSON.stringify(JSON_RECORDS, null, 1)),
    Buffer.from(JSON.stringify({ Records: JSON_RECORDS })),
    Buffer.from(`\ufeff${JSON.stringify(JSON_RECORDS)}`, 'utf16le'),
  ],
  csv: [
    Buffer.from(
      'time,host,text\n2026-01-02T03:04:05Z,a,"x ""y"", z"\n2026-01-02T03:04:06Z,b,"over\nlines"\n01/02/2026 3:04 PM,c,d\n',
    ),
    Buffer.from('a;b;c\n1;2;3\n4;5;6\n'),
  ],
  'evtx-xml': [Buffer.from(`<Events>${XML_SAMPLE}</Events>`), Buffer.from(XML_SAMPLE, 'utf16le')],
};
