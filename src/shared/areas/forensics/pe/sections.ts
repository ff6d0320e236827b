/** What the sections are, what is odd about them, and what lies behind them. */
import { PACKER_SECTIONS } from './names.table.ts';
import type { PeFacts, PeSection } from './pe.types.ts';
import { alignedRaw, DIRECTORY, type PeImage, type RawSection } from './pe-image.ts';

const EXECUTE = 0x20000000;
const READ = 0x40000000;
const WRITE = 0x80000000;
const CODE = 0x20;
/** Code of compilers stays below; compressed or encrypted bytes are above. */
const HIGH_ENTROPY = 7.2;

const has = (flags: number, bit: number) => (flags & bit) !== 0;

export function describeSections(image: PeImage): PeSection[] {
  return image.sections.map((section) => {
    const rawOffset = alignedRaw(section, image.fileAlignment);
    const entropy = section.rawSize === 0 ? null : image.entropy(rawOffset, section.rawSize);
    return {
      ...section,
      access: `${has(section.flags, READ) ? 'r' : ''}${has(section.flags, WRITE) ? 'w' : ''}${has(section.flags, EXECUTE) ? 'x' : ''}`,
      entropy,
      oddities: odditiesOf(image, section, entropy),
    };
  });
}

function odditiesOf(image: PeImage, section: RawSection, entropy: number | null): string[] {
  const { name, flags, rawSize, rawOffset, virtualSize } = section;
  const packer = PACKER_SECTIONS[name.toLowerCase()];
  const odd: [boolean, string][] = [
    [has(flags, WRITE) && has(flags, EXECUTE), 'writable and executable'],
    [
      has(flags, EXECUTE) && entropy !== null && entropy >= HIGH_ENTROPY,
      'packed or encrypted code',
    ],
    [rawSize === 0 && has(flags, EXECUTE) && virtualSize > 0, 'executable, filled at run time'],
    [has(flags, CODE) && !has(flags, EXECUTE), 'code that may not run'],
    [rawOffset + rawSize > image.view.size, 'reaches behind the end of the file'],
    [rawSize > 0 && virtualSize > rawSize * 10 && virtualSize > 1_048_576, 'much larger in memory'],
    [name === '' || /[^\x21-\x7e]/.test(name), 'unusual name'],
    [packer !== undefined, `named as ${packer} names it`],
  ];
  return odd.filter(([is]) => is).map(([, text]) => text);
}

/** Behind the last section; a signature is part of it, as it is behind the sections, too. */
export function overlayOf(image: PeImage): PeFacts['overlay'] {
  const { view } = image;
  let end = image.optional + image.optionalSize + image.sections.length * 40;
  for (const { rawOffset, rawSize } of image.sections) {
    if (rawSize > 0 && rawOffset + rawSize <= view.size) end = Math.max(end, rawOffset + rawSize);
  }
  for (const [index, { address, size }] of image.directories.entries()) {
    const at = index === DIRECTORY.security || address === 0 ? null : image.offsetOf(address);
    if (at !== null && at + size <= view.size) end = Math.max(end, at + size);
  }
  if (end >= view.size || image.sections.length === 0) return null;
  return { offset: end, size: view.size - end, entropy: image.entropy(end, view.size - end) };
}
