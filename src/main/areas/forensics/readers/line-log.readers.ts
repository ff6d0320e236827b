/** Readers of the formats that are read line by line. What they do is in src/shared/areas/forensics/logs. */
import { auditdFormat } from '../../../../shared/areas/forensics/logs/auditd.format.ts';
import { journalFormat } from '../../../../shared/areas/forensics/logs/journal.format.ts';
import { plainFormat } from '../../../../shared/areas/forensics/logs/plain.format.ts';
import { syslogFormat } from '../../../../shared/areas/forensics/logs/syslog.format.ts';
import { w3cFormat } from '../../../../shared/areas/forensics/logs/w3c.format.ts';
import { webAccessFormat } from '../../../../shared/areas/forensics/logs/web-access.format.ts';
import { zeekFormat } from '../../../../shared/areas/forensics/logs/zeek.format.ts';
import type { EvidenceReader } from './reader.types.ts';
import { lineReader } from './text/line-reader.ts';

export const LINE_LOG_READERS: readonly EvidenceReader[] = [
  lineReader(zeekFormat, 'network'),
  lineReader(w3cFormat),
  lineReader(webAccessFormat),
  lineReader(syslogFormat),
  lineReader(auditdFormat),
  lineReader(journalFormat),
  lineReader(plainFormat),
];
