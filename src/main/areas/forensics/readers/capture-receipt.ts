/** What the reading of a capture tells: its damages, the limits it met, and facts of the whole. */
import type { CaptureReceipt } from '../../../../shared/areas/forensics/pcap/capture.types.ts';
import { captureTime } from '../../../../shared/areas/forensics/pcap/capture-reader.ts';
import type { ReaderSink } from './reader.types.ts';

export function tellReceipt(receipt: CaptureReceipt, files: number, sink: ReaderSink): void {
  const { damages, limits, unread, first, last, names, comments, ...facts } = receipt;
  for (const { detail, kind, offset, bytes } of damages) {
    sink.problem({
      what: `${kind}: ${withoutNumbers(detail)}`,
      where: `offset ${offset}, ${bytes} bytes`,
      isLoss: bytes > 0,
    });
  }
  if (receipt.damagesLeftOff > 0) {
    sink.problem({ what: 'more damages than are listed', where: null, isLoss: true });
  }
  for (const name in limits) {
    sink.problem({
      what: `a limit was reached: ${name}`,
      where: `${limits[name]} times`,
      isLoss: name !== 'carved files',
    });
  }
  if (receipt.cutPackets > 0) {
    sink.problem({
      what: 'packets are cut by the capture',
      where: `${receipt.cutPackets} packets`,
      isLoss: false,
    });
  }
  sink.fact('capture', { ...facts, interfaces: facts.interfaces.slice(0, 50) });
  sink.fact('unread', unread);
  sink.fact(
    'span',
    first === null || last === null ? null : { from: captureTime(first), to: captureTime(last) },
  );
  sink.fact('files', files);
  if (comments.length > 0) sink.fact('comments', comments.slice(0, 50));
  if (names.length > 0) sink.fact('names', names.slice(0, 500));
}

/** Problems are counted by their words. */
function withoutNumbers(text: string): string {
  return text.replace(/\b(?:0x[\da-f]+|\d+)\b/gi, 'N');
}
