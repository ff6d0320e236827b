/** What is read of an ELF file. Addresses are lower-case hexadecimal with 0x; sizes are bytes. */
export interface ElfSection {
  readonly name: string;
  readonly type: string;
  readonly address: string;
  readonly offset: number;
  readonly size: number;
  /** Of 'w', 'a' (has memory at run time) and 'x'. */
  readonly flags: string;
  /** Bits a byte; null where it has no bytes in the file. */
  readonly entropy: number | null;
}

export interface ElfSegment {
  readonly type: string;
  readonly offset: number;
  readonly address: string;
  readonly fileSize: number;
  readonly memorySize: number;
  readonly access: string;
}

export interface ElfNote {
  readonly owner: string;
  readonly type: number;
  readonly size: number;
}

export interface ElfSymbols {
  /** All there are, listed here or not. */
  readonly count: number;
  readonly names: readonly string[];
}

export interface ElfProblem {
  readonly what: string;
  readonly offset: number | null;
  readonly isLoss: boolean;
}

export interface ElfFacts {
  readonly is64: boolean;
  readonly isBigEndian: boolean;
  readonly system: string;
  /** 'executable', 'position-independent executable', 'shared object', 'relocatable', 'core'. */
  readonly type: string;
  readonly machine: string;
  readonly entryPoint: string;
  readonly entrySection: string | null;
  readonly sections: readonly ElfSection[];
  readonly segments: readonly ElfSegment[];
  readonly interpreter: string | null;
  readonly needed: readonly string[];
  readonly soname: string | null;
  /** Where else libraries are looked for: RPATH and RUNPATH. */
  readonly searchPaths: readonly string[];
  readonly buildId: string | null;
  readonly notes: readonly ElfNote[];
  /** What compilers left in .comment. */
  readonly compilers: readonly string[];
  readonly imported: ElfSymbols;
  readonly exported: ElfSymbols;
  readonly isStripped: boolean;
  readonly isStatic: boolean;
  /** Behind all sections, segments and tables. */
  readonly overlay: {
    readonly offset: number;
    readonly size: number;
    readonly entropy: number | null;
  } | null;
  readonly findings: readonly string[];
  readonly problems: readonly ElfProblem[];
}
