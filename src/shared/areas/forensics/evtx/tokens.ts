/** libyal, 'Windows XML Event Log (EVTX) format', section 'Token types', without the 'more data' bit. */
export const TOKENS = {
  end: 0x00,
  element: 0x01,
  closeStart: 0x02,
  closeEmpty: 0x03,
  closeElement: 0x04,
  value: 0x05,
  attribute: 0x06,
  cdata: 0x07,
  character: 0x08,
  entity: 0x09,
  instructionTarget: 0x0a,
  instructionData: 0x0b,
  template: 0x0c,
  substitution: 0x0d,
  optionalSubstitution: 0x0e,
  fragment: 0x0f,
} as const;

const MORE_DATA = 0x40;

export function tokenOf(byte: number): number {
  return byte & ~MORE_DATA;
}
