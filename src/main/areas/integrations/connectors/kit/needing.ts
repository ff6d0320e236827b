import { ConnectorFailure } from '../../connector.types.ts';

/** Says beside a refusal which right is needed: 403 alone leaves the administrator to guess. */
export async function needing<T>(right: string, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof ConnectorFailure) || error.kind !== 'permission') throw error;
    throw new ConnectorFailure('permission', `${right} ${error.message}`, error.retryAfterMs);
  }
}
