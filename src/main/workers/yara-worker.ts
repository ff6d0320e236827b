import { runYaraThread } from '../areas/forensics/yara/yara-thread.ts';
import { sealThread } from '../platform/egress/seal-thread.ts';

sealThread(import.meta.url);
runYaraThread();
