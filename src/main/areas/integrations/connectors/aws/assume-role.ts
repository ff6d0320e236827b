import type { ConnectorContext } from '../../connector.types.ts';
import { ConnectorFailure } from '../../connector.types.ts';
import { type AwsCredentials, askText } from './aws-call.ts';
import { type AwsSettings, stsAddressOf } from './aws-settings.ts';
import { readXml, textAt } from './aws-xml.ts';

/** As short as STS allows: each run takes its own. Seconds. */
const LIFE_SECONDS = 900;

/** The key itself, or what AssumeRole of STS (2011-06-15) gives for the role. @throws ConnectorFailure */
export async function credentialsOf(
  context: ConnectorContext<AwsSettings>,
  region: string,
): Promise<AwsCredentials> {
  const { settings } = context;
  const own: AwsCredentials = {
    accessKeyId: settings.accessKeyId,
    secretAccessKey: context.secret('secretAccessKey'),
    sessionToken: null,
  };
  if (settings.roleArn === '') return own;
  const form = new URLSearchParams({
    Action: 'AssumeRole',
    Version: '2011-06-15',
    RoleArn: settings.roleArn,
    RoleSessionName: 'watchfloor',
    DurationSeconds: String(LIFE_SECONDS),
  });
  if (settings.externalId !== '') form.set('ExternalId', settings.externalId);
  const text = await askText(context, own, {
    service: 'sts',
    region,
    method: 'POST',
    url: `${stsAddressOf(settings, region)}/`,
    body: form,
    action: 'sts:AssumeRole',
    why: 'temporary credentials of the role',
    maxBytes: 256 * 1024,
  });
  const xml = await readXml(text);
  const at = (name: string) => textAt(xml, 'AssumeRoleResult', 'Credentials', name);
  const [id, key, token] = [at('AccessKeyId'), at('SecretAccessKey'), at('SessionToken')];
  if (id === null || key === null || token === null)
    throw new ConnectorFailure(
      'answer',
      'STS answered without credentials for the role. Check the address of STS.',
    );
  return { accessKeyId: id, secretAccessKey: key, sessionToken: token };
}
