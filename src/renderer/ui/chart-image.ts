/** A chart of the page as a file that looks the same elsewhere: colours resolved, fonts inside. */

/** What the theme and the style sheets decide; everything else stands in the chart itself. */
const RESOLVED = [
  'color',
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-linecap',
  'stroke-linejoin',
  'stroke-opacity',
  'opacity',
  'font-family',
  'font-size',
  'font-weight',
  'font-variant-numeric',
  'letter-spacing',
  'text-anchor',
  'dominant-baseline',
  'visibility',
  'display',
] as const;

const MARGIN_PX = 16;
const HEAD_PX = 44;
/** Sharp on a screen of double density and in print. */
const PNG_SCALE = 2;

/** Reads a file of the page, by its address. */
export type ReadFile = (address: string) => Promise<Blob>;

export interface ChartTexts {
  readonly title: string;
  readonly unit: string;
}

/** The drawing with its title over it, as a document of its own. */
export async function chartToSvg(
  chart: SVGSVGElement,
  texts: ChartTexts,
  readFile: ReadFile,
): Promise<Blob> {
  const { width, height } = chart.getBoundingClientRect();
  const copy = resolvedCopy(chart);
  for (const [name, value] of Object.entries({ x: MARGIN_PX, y: HEAD_PX, width, height })) {
    copy.setAttribute(name, String(value));
  }
  const page = getComputedStyle(document.documentElement);
  const token = (name: string) => page.getPropertyValue(name).trim();
  const document_ = document.implementation.createDocument('http://www.w3.org/2000/svg', 'svg');
  const root = document_.documentElement;
  const [fullWidth, fullHeight] = [width + 2 * MARGIN_PX, height + HEAD_PX + MARGIN_PX];
  setAll(root, { width: fullWidth, height: fullHeight, viewBox: `0 0 ${fullWidth} ${fullHeight}` });
  const family = token('--font-sans');
  const part = (name: string, attributes: Record<string, string | number>, text = '') => {
    const element = document_.createElementNS('http://www.w3.org/2000/svg', name);
    setAll(element, attributes);
    element.textContent = text;
    root.append(element);
  };
  part('style', {}, await fontFaces(chart, readFile));
  part('title', {}, texts.title);
  part('rect', { width: fullWidth, height: fullHeight, fill: token('--color-surface') });
  part(
    'text',
    {
      x: MARGIN_PX,
      y: 26,
      fill: token('--color-fg'),
      'font-family': family,
      'font-size': 14,
      'font-weight': 600,
    },
    texts.unit === '' ? texts.title : `${texts.title} (${texts.unit})`,
  );
  root.append(document_.importNode(copy, true));
  const text = new XMLSerializer().serializeToString(document_);
  return new Blob([text], { type: 'image/svg+xml' });
}

/** The same as a picture; drawn by the browser from the SVG, at twice its size. */
export async function svgToPng(svg: Blob): Promise<Blob> {
  const address = URL.createObjectURL(svg);
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = image.naturalWidth * PNG_SCALE;
    canvas.height = image.naturalHeight * PNG_SCALE;
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) => {
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('No picture was made.'))));
    });
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** `Alerts by hour` becomes `alerts-by-hour.png`. */
export function imageName(title: string, extension: 'png' | 'svg'): string {
  const words = title.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? ['chart'];
  return `${words.join('-').slice(0, 80)}.${extension}`;
}

function setAll(element: Element, attributes: Record<string, string | number>): void {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
}

/** A copy in which no style depends on the page: what a class or a token gave is an attribute. */
function resolvedCopy(chart: SVGSVGElement): SVGSVGElement {
  const copy = chart.cloneNode(true) as SVGSVGElement;
  const originals = [chart, ...chart.querySelectorAll('*')];
  const copies = [copy, ...copy.querySelectorAll('*')];
  originals.forEach((original, place) => {
    const target = copies[place];
    if (!target) return;
    const style = getComputedStyle(original);
    target.removeAttribute('class');
    target.removeAttribute('style');
    for (const name of RESOLVED) target.setAttribute(name, style.getPropertyValue(name));
  });
  return copy;
}

/** The font files that the page itself uses for these texts, written into the document. */
async function fontFaces(chart: SVGSVGElement, readFile: ReadFile): Promise<string> {
  const families = new Set(
    [document.documentElement, chart, ...chart.querySelectorAll('text')].flatMap((element) =>
      firstFamily(getComputedStyle(element).fontFamily),
    ),
  );
  const isBasicLatin = (rule: CSSFontFaceRule) =>
    /U\+0+-0*FF/i.test(rule.style.getPropertyValue('unicode-range'));
  const rules = [...document.styleSheets]
    .flatMap((sheet) => [...sheet.cssRules])
    .filter((rule) => rule instanceof CSSFontFaceRule)
    .filter((rule) => families.has(unquoted(rule.style.getPropertyValue('font-family'))))
    .filter(isBasicLatin);
  return (await Promise.all(rules.map((rule) => inlineFont(rule, readFile)))).join('\n');
}

function firstFamily(list: string): string[] {
  const [first] = list.split(',');
  return first === undefined ? [] : [unquoted(first)];
}

function unquoted(name: string): string {
  return name.trim().replaceAll(/^["']|["']$/g, '');
}

async function inlineFont(rule: CSSFontFaceRule, readFile: ReadFile): Promise<string> {
  const found = /url\(["']?([^"')]+)["']?\)/.exec(rule.style.getPropertyValue('src'));
  if (!found?.[1]) return '';
  const base = rule.parentStyleSheet?.href ?? document.baseURI;
  const address = await dataAddress(await readFile(new URL(found[1], base).href));
  const weight = rule.style.getPropertyValue('font-weight');
  const family = rule.style.getPropertyValue('font-family');
  return `@font-face{font-family:${family};font-weight:${weight};src:url(${address})}`;
}

function dataAddress(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error ?? new Error('The font could not be read.'));
    reader.readAsDataURL(blob);
  });
}
