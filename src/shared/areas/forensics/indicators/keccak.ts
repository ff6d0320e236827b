/** Keccak-256 as wallets use it: the padding from before FIPS 202, which no platform offers. */
const ROUNDS = 24;
const RATE = 136;
const MASK = (1n << 64n) - 1n;

/** The constants of step iota, from the register that the Keccak reference (1.2) gives. */
function roundConstants(): bigint[] {
  let register = 1;
  const next = () => {
    const bit = register & 1;
    register <<= 1;
    if (register & 0x100) register ^= 0x171;
    return bit;
  };
  return Array.from({ length: ROUNDS }, () => {
    let constant = 0n;
    for (let j = 0; j < 7; j++) if (next()) constant ^= 1n << BigInt(2 ** j - 1);
    return constant;
  });
}

const turn = (lane: bigint, by: number): bigint =>
  by === 0 ? lane : ((lane << BigInt(by)) | (lane >> BigInt(64 - by))) & MASK;

function permute(lanes: bigint[], constants: readonly bigint[]): void {
  const at = (x: number, y: number) => lanes[x + 5 * y] ?? 0n;
  for (const constant of constants) {
    const columns = [0, 1, 2, 3, 4].map(
      (x) => at(x, 0) ^ at(x, 1) ^ at(x, 2) ^ at(x, 3) ^ at(x, 4),
    );
    for (let x = 0; x < 5; x++) {
      const mixed = (columns[(x + 4) % 5] ?? 0n) ^ turn(columns[(x + 1) % 5] ?? 0n, 1);
      for (let y = 0; y < 5; y++) lanes[x + 5 * y] = at(x, y) ^ mixed;
    }
    let [x, y] = [1, 0];
    let current = at(x, y);
    for (let t = 0; t < 24; t++) {
      [x, y] = [y, (2 * x + 3 * y) % 5];
      const kept = at(x, y);
      lanes[x + 5 * y] = turn(current, (((t + 1) * (t + 2)) / 2) % 64);
      current = kept;
    }
    for (let row = 0; row < 5; row++) {
      const line = [0, 1, 2, 3, 4].map((column) => at(column, row));
      for (let column = 0; column < 5; column++)
        lanes[column + 5 * row] =
          (line[column] ?? 0n) ^
          (~(line[(column + 1) % 5] ?? 0n) & MASK & (line[(column + 2) % 5] ?? 0n));
    }
    lanes[0] = (lanes[0] ?? 0n) ^ constant;
  }
}

/** Of some hundred bytes; slow beyond. */
export function keccak256(message: Uint8Array): Uint8Array {
  const padded = new Uint8Array((Math.floor(message.length / RATE) + 1) * RATE);
  padded.set(message);
  padded[message.length] = 1;
  padded[padded.length - 1] = (padded[padded.length - 1] ?? 0) | 0x80;
  const lanes = new Array<bigint>(25).fill(0n);
  const constants = roundConstants();
  const view = new DataView(padded.buffer);
  for (let block = 0; block < padded.length; block += RATE) {
    for (let lane = 0; lane < RATE / 8; lane++)
      lanes[lane] = (lanes[lane] ?? 0n) ^ view.getBigUint64(block + lane * 8, true);
    permute(lanes, constants);
  }
  const hash = new DataView(new ArrayBuffer(32));
  for (let lane = 0; lane < 4; lane++) hash.setBigUint64(lane * 8, lanes[lane] ?? 0n, true);
  return new Uint8Array(hash.buffer);
}
