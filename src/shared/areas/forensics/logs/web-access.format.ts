/**
 * Access logs of web servers: common and combined, nginx's, with a virtual host before or more behind. Fields
 * are named as the W3C extended log names them, so that one rule reads both.
 */
import { Describer } from './describe.ts';
import { createFields, type MutableFields } from './fields.ts';
import type { LineContext, LineFormat, LinePlace } from './line-format.types.ts';

// host [ident] user [time] "request" status bytes ["referrer" "agent"] …
const LINE =
  /^(?:([\w.-]+(?::\d+)?) )?([\da-fA-F.:]{3,45}|[\w.-]+) (\S+) (\S+(?: \S+){0,3}?) \[([^\]]{1,40})\] "((?:[^"\\]|\\.)*)" (\d{3}|-) (\d+|-)(?: "((?:[^"\\]|\\.)*)" "((?:[^"\\]|\\.)*)")?(.*)$/;
const REQUEST = /^([A-Z-]{1,20}) (.*?)(?: (HTTP\/[\d.]+))?$/;

export const webAccessFormat: LineFormat = {
  id: 'web-access',
  label: 'Web server access log',
  version: '1',
  looks(lines) {
    const filled = lines.filter((line) => line !== '').slice(0, 20);
    const found = filled.filter((line) => line.length < 20_000 && LINE.test(line)).length;
    return found > 0 && found >= filled.length * 0.6 ? 85 : 0;
  },
  open(context) {
    const describer = new Describer(context);
    return {
      line(text, at) {
        if (text !== '') readLine(context, describer, text, at);
      },
      end: () => describer.end(),
    };
  },
};

function readLine(context: LineContext, describer: Describer, text: string, at: LinePlace): void {
  const found = text.length > 65_536 ? null : LINE.exec(text);
  const fields = createFields();
  if (found === null) {
    context.problem('a line is not of this form and is kept as text', at, false);
    fields.message = text;
    context.emit(
      describer.event(fields, at, null, { kind: 'log', provider: 'web server', summary: text }),
    );
    return;
  }
  const [
    ,
    site,
    client = '',
    ident,
    user,
    time = '',
    request = '',
    status = '',
    bytes,
    referrer,
    agent,
    more = '',
  ] = found;
  put(fields, 'cs-host', site);
  fields['c-ip'] = client;
  put(fields, 'ident', ident);
  put(fields, 'cs-username', user);
  fields.time = time;
  fields.request = request;
  const [, method, target, version] = REQUEST.exec(request) ?? [];
  put(fields, 'cs-method', method);
  put(fields, 'cs-uri', target);
  const query = target?.indexOf('?') ?? -1;
  put(fields, 'cs-uri-stem', query < 0 ? target : target?.slice(0, query));
  if (query >= 0) put(fields, 'cs-uri-query', target?.slice(query + 1));
  put(fields, 'cs-version', version);
  put(fields, 'sc-status', status);
  put(fields, 'sc-bytes', bytes);
  put(fields, 'cs-referer', referrer);
  put(fields, 'cs-user-agent', agent);
  put(fields, 'more', more.trim());
  context.emit(
    describer.event(fields, at, describer.read(time, 'time'), {
      kind: 'http',
      host: site ?? null,
      user: user === undefined || user === '-' ? null : user,
      provider: 'web server',
      code: status,
      summary: `${request} ${status} from ${client}`,
    }),
  );
}

function put(fields: MutableFields, name: string, value: string | undefined): void {
  if (value !== undefined && value !== '-' && value !== '') fields[name] = value;
}
