/** Written so that nobody opens it by accident; what refang.ts gives back is the same value. */
const DOTTED: ReadonlySet<string> = new Set(['ip', 'cidr', 'domain']);

export function defang(type: string, value: string): string {
  if (type === 'url') return defangUrl(value);
  if (type === 'email') return value.replace('@', '[@]').replace(/\./g, '[.]');
  if (!DOTTED.has(type)) return value;
  return value.includes(':') ? value.replace(/:/g, '[:]') : value.replace(/\./g, '[.]');
}

/** The scheme and the place; what is asked of the place stays as it is. */
function defangUrl(url: string): string {
  const parts = /^([a-z][a-z\d+.-]{0,20}):\/\/([^/?#]*)([\s\S]*)$/i.exec(url);
  if (!parts) return url.replace(/\./g, '[.]');
  const [, scheme = '', place = '', rest = ''] = parts;
  const harmless = scheme.replace(/^http/i, 'hxxp').replace(/^ftp/i, 'fxp');
  return `${harmless}[://]${place.replace(/\./g, '[.]')}${rest}`;
}
