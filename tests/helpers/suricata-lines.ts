const SIGNATURES = [
  'Beacon to rare domain',
  'Port scan',
  'Credential dump tool',
  'DNS tunnel',
  'Web shell upload',
];

/** One alert of an `eve.json`, unlike any other number's. */
export function suricataLine(n: number, padding = 0): string {
  const at = new Date(Date.UTC(2026, 10, 19, 0, 0, 0) + n * 137);
  return `${JSON.stringify({
    timestamp: `${at.toISOString().slice(0, -1)}000+0000`,
    flow_id: 1_000_000_000 + n,
    in_iface: 'eth0',
    event_type: 'alert',
    src_ip: `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`,
    src_port: 1024 + (n % 60_000),
    dest_ip: '198.51.100.7',
    dest_port: 443,
    proto: 'TCP',
    alert: {
      action: 'allowed',
      gid: 1,
      signature_id: 2_000_000 + (n % 5),
      rev: 1,
      signature: SIGNATURES[n % SIGNATURES.length],
      category: 'Potentially Bad Traffic',
      severity: 1 + (n % 3),
    },
    ...(padding > 0 ? { payload_printable: 'p'.repeat(padding) } : {}),
  })}\n`;
}

/** A file of `count` distinct alerts, as bytes. */
export function suricataFile(count: number, padding = 0): Buffer {
  return Buffer.from(Array.from({ length: count }, (_, n) => suricataLine(n, padding)).join(''));
}
