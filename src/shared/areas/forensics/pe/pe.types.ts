/** What is read of a portable executable. Addresses are lower-case hexadecimal with 0x. */

/** MD5 by definition of these two hashes; handed in, as this code runs anywhere. */
export type Md5 = (bytes: Uint8Array) => string;

export interface PeSection {
  readonly name: string;
  readonly virtualAddress: number;
  readonly virtualSize: number;
  readonly rawOffset: number;
  readonly rawSize: number;
  /** As written: 'r', 'w', 'x' for what its flags allow. */
  readonly access: string;
  readonly flags: number;
  /** Bits a byte; null where none of its bytes is in the file. */
  readonly entropy: number | null;
  /** What is odd about it, in words. */
  readonly oddities: readonly string[];
}

export interface PeImport {
  /** Null where it is imported by number only and the number has no known name. */
  readonly name: string | null;
  /** Null where it is imported by name. */
  readonly ordinal: number | null;
}

export interface PeLibrary {
  readonly name: string;
  readonly isDelayed: boolean;
  readonly imports: readonly PeImport[];
}

export interface PeExport {
  readonly ordinal: number;
  readonly name: string | null;
  /** Where it leads instead: 'ntdll.RtlAllocateHeap'. */
  readonly forwarder: string | null;
  readonly address: number;
}

export interface PeExports {
  readonly name: string;
  readonly time: number;
  /** Functions with an address, listed here or not. */
  readonly count: number;
  readonly functions: readonly PeExport[];
}

export interface PeRichEntry {
  readonly product: number;
  readonly build: number;
  readonly uses: number;
}

export interface PeRich {
  readonly key: string;
  readonly entries: readonly PeRichEntry[];
  /** MD5 of the header with its key taken off. */
  readonly hash: string;
  /** Whether the key is the sum of what stands before and in it, as the linker writes it. */
  readonly isSumRight: boolean;
}

export interface PeDebug {
  readonly type: string;
  readonly time: number;
  /** Null where it names no program database. */
  readonly path: string | null;
  readonly guid: string | null;
  readonly age: number | null;
}

export interface PeResource {
  readonly type: string;
  readonly name: string;
  readonly language: number;
  readonly offset: number;
  readonly size: number;
  readonly entropy: number | null;
}

export interface PeSigner {
  readonly subject: string;
  readonly issuer: string;
  readonly serial: string;
  readonly notBefore: string;
  readonly notAfter: string;
}

/** That a signature is there and whom it names; whether it holds is not looked at. */
export interface PeSignature {
  readonly offset: number;
  readonly size: number;
  readonly signers: readonly string[];
  readonly certificates: readonly PeSigner[];
}

export interface PeClr {
  readonly runtime: string;
  readonly flags: readonly string[];
  readonly metadataVersion: string;
  readonly streams: readonly string[];
  readonly entryToken: string;
}

export interface PeProblem {
  readonly what: string;
  readonly offset: number | null;
  /** Something could not be read. */
  readonly isLoss: boolean;
}

export interface PeFacts {
  readonly machine: string;
  readonly is64: boolean;
  readonly isDll: boolean;
  readonly isDriver: boolean;
  readonly subsystem: string;
  readonly characteristics: readonly string[];
  readonly dllCharacteristics: readonly string[];
  /** Seconds since 1970 as written; it may be a hash or a lie. */
  readonly compileTime: number;
  /** The debug directory says that times are hashes of the content. */
  readonly isReproducible: boolean;
  readonly linker: string;
  readonly imageBase: string;
  readonly imageSize: number;
  readonly entryPoint: number;
  /** The section the entry point lies in; null where it lies in none. */
  readonly entrySection: string | null;
  readonly checksum: { readonly stored: number; readonly computed: number | null };
  readonly sections: readonly PeSection[];
  readonly libraries: readonly PeLibrary[];
  readonly importCount: number;
  /** Null where nothing is imported. */
  readonly importHash: string | null;
  readonly exports: PeExports | null;
  readonly rich: PeRich | null;
  readonly debug: readonly PeDebug[];
  readonly resources: readonly PeResource[];
  /** ProductName, OriginalFilename …, of the first version resource. */
  readonly version: Readonly<Record<string, string>>;
  readonly fixedVersion: { readonly file: string; readonly product: string } | null;
  readonly manifest: string | null;
  readonly overlay: {
    readonly offset: number;
    readonly size: number;
    readonly entropy: number | null;
  } | null;
  readonly signature: PeSignature | null;
  readonly clr: PeClr | null;
  /** Addresses of what runs before the entry point. */
  readonly tlsCallbacks: readonly string[];
  /** What looks packed or odd, in words. */
  readonly findings: readonly string[];
  readonly problems: readonly PeProblem[];
}
