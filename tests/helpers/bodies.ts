import { type ErrorBody, errorBodySchema } from '../../src/shared/contract/errors.ts';

/** The status of a failure and its body, which must be one of the contract and nothing more. */
export async function failureOf(response: Response): Promise<{ status: number; body: ErrorBody }> {
  return { status: response.status, body: errorBodySchema.strict().parse(await response.json()) };
}

/** A body that comes in pieces and whose length nobody announces. */
export function streamOf(chunk: Uint8Array, times: number): ReadableStream<Uint8Array> {
  let left = times;
  return new ReadableStream({
    pull(controller) {
      if (left-- > 0) controller.enqueue(chunk);
      else controller.close();
    },
  });
}
