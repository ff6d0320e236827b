import { expect, test } from 'vitest';
import { readUploadBody } from './upload-body.ts';

function bodyOf(chunks: number): { body: ReadableStream<Uint8Array>; pulled: () => number } {
  let sent = 0;
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (sent === chunks) return controller.close();
        sent++;
        controller.enqueue(new Uint8Array(1));
      },
    },
    { highWaterMark: 0 },
  );
  return { body, pulled: () => sent };
}

test('a body that is left half-way is read to its end before the sender is answered', async () => {
  const { body, pulled } = bodyOf(10);
  const upload = readUploadBody(body);
  for await (const chunk of upload.bytes) {
    expect(chunk.byteLength).toBe(1);
    break;
  }
  await upload.hearOut();
  expect(pulled()).toBe(10);
});

test('a body that was read to its end has been heard out', async () => {
  const { body } = bodyOf(3);
  const upload = readUploadBody(body);
  let bytes = 0;
  for await (const chunk of upload.bytes) bytes += chunk.byteLength;
  await upload.hearOut();
  expect(bytes).toBe(3);
});

test('a sender that breaks off leaves nobody waiting', async () => {
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.error(new Error('gone')),
  });
  const upload = readUploadBody(body);
  await expect(async () => {
    for await (const _ of upload.bytes);
  }).rejects.toThrow('gone');
  await upload.hearOut();
});
