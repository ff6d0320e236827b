/** Names of numbers and bits in the headers ('PE Format', COFF and optional header). */
export const MACHINES: Readonly<Record<number, string>> = {
  0: 'any',
  332: 'x86',
  512: 'Itanium',
  448: 'ARM',
  450: 'ARM Thumb',
  452: 'ARMv7 Thumb',
  34404: 'x86-64',
  43620: 'ARM64',
  42561: 'ARM64EC',
  3772: 'EFI byte code',
  20530: 'RISC-V 32',
  20580: 'RISC-V 64',
  25138: 'LoongArch 32',
  25188: 'LoongArch 64',
};

export const SUBSYSTEMS: Readonly<Record<number, string>> = {
  0: 'unknown',
  1: 'native',
  2: 'Windows GUI',
  3: 'Windows console',
  5: 'OS/2 console',
  7: 'POSIX console',
  9: 'Windows CE',
  10: 'EFI application',
  11: 'EFI boot driver',
  12: 'EFI runtime driver',
  13: 'EFI ROM',
  14: 'Xbox',
  16: 'boot application',
};

type Bits = readonly (readonly [number, string])[];

export const CHARACTERISTICS: Bits = [
  [0x1, 'relocations stripped'],
  [0x2, 'executable'],
  [0x4, 'line numbers stripped'],
  [0x8, 'symbols stripped'],
  [0x20, 'large addresses'],
  [0x100, '32-bit'],
  [0x200, 'debug stripped'],
  [0x400, 'run from swap if removable'],
  [0x800, 'run from swap if on network'],
  [0x1000, 'system file'],
  [0x2000, 'DLL'],
  [0x4000, 'one processor only'],
];

export const DLL_CHARACTERISTICS: Bits = [
  [0x20, 'high-entropy addresses'],
  [0x40, 'dynamic base'],
  [0x80, 'integrity forced'],
  [0x100, 'no-execute compatible'],
  [0x200, 'no isolation'],
  [0x400, 'no structured exceptions'],
  [0x800, 'do not bind'],
  [0x1000, 'app container'],
  [0x2000, 'WDM driver'],
  [0x4000, 'control flow guard'],
  [0x8000, 'terminal server aware'],
];

export function namesOf(bits: number, table: Bits): string[] {
  return table.filter(([bit]) => (bits & bit) !== 0).map(([, name]) => name);
}

/** Sections that packers and protectors are known by; compared in lower case. */
export const PACKER_SECTIONS: Readonly<Record<string, string>> = {
  upx0: 'UPX',
  upx1: 'UPX',
  upx2: 'UPX',
  '.aspack': 'ASPack',
  '.adata': 'ASPack',
  '.mpress1': 'MPRESS',
  '.mpress2': 'MPRESS',
  '.nsp0': 'NsPack',
  '.nsp1': 'NsPack',
  '.petite': 'Petite',
  petite: 'Petite',
  '.themida': 'Themida',
  '.winlice': 'WinLicense',
  '.vmp0': 'VMProtect',
  '.vmp1': 'VMProtect',
  '.vmp2': 'VMProtect',
  '.enigma1': 'Enigma',
  '.enigma2': 'Enigma',
  pec1: 'PECompact',
  pec2: 'PECompact',
  pecompact2: 'PECompact',
  '.boom': 'The Boomerang List Builder',
  '.ccg': 'CCG',
  '.yp': 'Y0da Protector',
  '.y0da': 'Y0da Protector',
  '.spack': 'Simple Pack',
  '.svkp': 'SVKP',
  '.shrink1': 'Shrinker',
  fsg: 'FSG',
  '.perplex': 'Perplex',
  mew: 'MEW',
  '.rlpack': 'RLPack',
  '.neolit': 'NeoLite',
  '.wwpack': 'WWPack',
};
