/** What AWS says when it refuses, as a connector says it. */
import { ConnectorFailure } from '../../connector.types.ts';

const CREDENTIALS: ReadonlySet<string> = new Set([
  'ExpiredToken',
  'ExpiredTokenException',
  'IncompleteSignature',
  'InvalidAccessKeyId',
  'InvalidClientTokenId',
  'InvalidSignatureException',
  'InvalidToken',
  'MissingAuthenticationToken',
  'MissingAuthenticationTokenException',
  'SignatureDoesNotMatch',
  'UnrecognizedClientException',
]);
const CLOCK: ReadonlySet<string> = new Set(['RequestTimeTooSkewed', 'RequestExpired']);
const PERMISSION: ReadonlySet<string> = new Set([
  'AccessDenied',
  'AccessDeniedException',
  'AllAccessDisabled',
  'OptInRequired',
  'UnauthorizedOperation',
]);
const LIMITED: ReadonlySet<string> = new Set([
  'RequestLimitExceeded',
  'SlowDown',
  'Throttling',
  'ThrottlingException',
  'TooManyRequestsException',
]);

/** `action`: what the policy must allow, 'guardduty:ListFindings'. `code`: null where AWS gave none. */
export function awsFailure(code: string | null, status: number, action: string): ConnectorFailure {
  if (code !== null && CREDENTIALS.has(code))
    return new ConnectorFailure(
      'credentials',
      `AWS refuses the access key (${code}). Check key, secret and role; make a new key where it was deactivated.`,
    );
  if (code !== null && CLOCK.has(code))
    return new ConnectorFailure(
      'settings',
      `AWS refuses the request because this machine's clock is off (${code}). Set the clock.`,
    );
  if (code !== null && LIMITED.has(code))
    return new ConnectorFailure('rate-limited', `AWS asks for fewer requests (${code}).`);
  if (status === 403 || (code !== null && PERMISSION.has(code)))
    return new ConnectorFailure(
      'permission',
      `The access key may not do ${action}. Allow this action in the policy of its user or role.`,
    );
  return new ConnectorFailure(
    'settings',
    `AWS does not accept ${action} (${code ?? status}). Check region and names in the settings.`,
  );
}
