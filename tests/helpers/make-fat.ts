/**
 * A small FAT12 volume made byte by byte (Microsoft, 'FAT32 File System Specification', sections 'Boot
 * sector and BPB' and 'FAT directory structure'): a file and a deleted one. And the footer of a fixed VHD
 * (Microsoft, 'Virtual Hard Disk Image Format Specification', section 'Hard disk footer format').
 */
const SECTOR = 512;
const SECTORS = 2_880;
const FAT_SECTORS = 9;
const ROOT_ENTRIES = 224;
const DATA_SECTOR = 1 + 2 * FAT_SECTORS + (ROOT_ENTRIES * 32) / SECTOR;

/** FAT keeps local time without a zone; programs are run in UTC. */
export const FAT_WRITTEN_MS = Date.UTC(2026, 2, 14, 9, 26, 52);
const DATE = ((2026 - 1980) << 9) | (3 << 5) | 14;
const TIME = (9 << 11) | (26 << 5) | (52 / 2);

function bootSector(): Buffer {
  const boot = Buffer.alloc(SECTOR);
  boot.set([0xeb, 0x3c, 0x90]);
  boot.write('MSDOS5.0', 3, 'latin1');
  boot.writeUInt16LE(SECTOR, 11);
  boot.writeUInt8(1, 13);
  boot.writeUInt16LE(1, 14);
  boot.writeUInt8(2, 16);
  boot.writeUInt16LE(ROOT_ENTRIES, 17);
  boot.writeUInt16LE(SECTORS, 19);
  boot.writeUInt8(0xf0, 21);
  boot.writeUInt16LE(FAT_SECTORS, 22);
  boot.writeUInt16LE(18, 24);
  boot.writeUInt16LE(2, 26);
  boot.writeUInt8(0x29, 38);
  boot.write('NO NAME    FAT12   ', 43, 'latin1');
  boot.set([0x55, 0xaa], 510);
  return boot;
}

function entry(name: string, cluster: number, size: number): Buffer {
  const made = Buffer.alloc(32);
  made.write(name, 0, 'latin1');
  made.writeUInt8(0x20, 11);
  for (const at of [14, 22]) made.writeUInt16LE(TIME, at);
  for (const at of [16, 18, 24]) made.writeUInt16LE(DATE, at);
  made.writeUInt16LE(cluster, 26);
  made.writeUInt32LE(size, 28);
  return made;
}

export function makeFat(): Buffer {
  const volume = Buffer.alloc(SECTORS * SECTOR);
  bootSector().copy(volume);
  for (const fat of [1, 1 + FAT_SECTORS]) {
    // Cluster 2 is the whole of the file; cluster 3, of the deleted one, is free again.
    volume.set([0xf0, 0xff, 0xff, 0xff, 0x0f], fat * SECTOR);
  }
  const gone = entry('LOADER  EXE', 3, 4);
  gone[0] = 0xe5;
  const root = (1 + 2 * FAT_SECTORS) * SECTOR;
  entry('REPORT  TXT', 2, 5).copy(volume, root);
  gone.copy(volume, root + 32);
  volume.write('hello', DATA_SECTOR * SECTOR, 'latin1');
  volume.write('MZ..', (DATA_SECTOR + 1) * SECTOR, 'latin1');
  return volume;
}

export function vhdFooter(size: number): Buffer {
  const footer = Buffer.alloc(SECTOR);
  footer.write('conectix', 0, 'latin1');
  footer.writeUInt32BE(2, 8);
  footer.writeUInt32BE(0x0001_0000, 12);
  footer.writeBigUInt64BE(0xffff_ffff_ffff_ffffn, 16);
  footer.write('wfwf', 28, 'latin1');
  footer.writeUInt32BE(0x0001_0000, 32);
  footer.write('Wi2k', 36, 'latin1');
  footer.writeBigUInt64BE(BigInt(size), 40);
  footer.writeBigUInt64BE(BigInt(size), 48);
  footer.writeUInt16BE(80, 56);
  footer.writeUInt8(2, 58);
  footer.writeUInt8(18, 59);
  footer.writeUInt32BE(2, 60);
  let sum = 0;
  for (const byte of footer) sum += byte;
  footer.writeUInt32BE(~sum >>> 0, 64);
  return footer;
}
