import type { NetworkFacts } from '../../../shared/areas/enrichment/enrichment.contract.ts';

const MOST_TEXT = 160;
/** How tables write that they know nothing. */
const NOTHING = /^(?:-|none|null|n\/a|zz|unknown|not routed)?$/i;

type Written = { readonly [K in keyof NetworkFacts]?: string | undefined };

const cleaned = (given: string | undefined) => {
  const said = (given ?? '')
    .replace(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, MOST_TEXT);
  return NOTHING.test(said) ? undefined : said;
};

/** What was said, without what says nothing; a country is two letters, a system a number up to 32 bits. */
export function cleanFacts(written: Written): NetworkFacts {
  const number = Number(/^(?:AS)?(\d{1,10})$/i.exec(written.asn?.trim() ?? '')?.[1] ?? 0);
  const country = cleaned(written.country);
  const isCode = country !== undefined && /^[A-Za-z]{2}$/.test(country);
  const countryName = cleaned(written.countryName) ?? (isCode ? undefined : country);
  const facts = {
    asn: number > 0 && number <= 0xffff_ffff ? number : undefined,
    name: cleaned(written.name),
    country: isCode ? country.toUpperCase() : undefined,
    countryName,
    region: cleaned(written.region),
    city: cleaned(written.city),
  };
  const said = Object.entries(facts).filter(([, value]) => value !== undefined);
  return Object.fromEntries(said) as NetworkFacts;
}

/** A name alone says nothing of a network. */
export const hasFacts = ({ asn, country, countryName, city }: NetworkFacts): boolean =>
  asn !== undefined || country !== undefined || countryName !== undefined || city !== undefined;
