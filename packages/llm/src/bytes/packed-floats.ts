const floatBytes = 4

/** Numbers as the base64 of 32-bit floats, little-endian. */
export function packedFloats(values: readonly number[]): string {
  const bytes = Buffer.alloc(values.length * floatBytes)
  for (const [index, value] of values.entries()) bytes.writeFloatLE(value, index * floatBytes)
  return bytes.toString('base64')
}

export function unpackedFloats(base64: string): number[] {
  const bytes = Buffer.from(base64, 'base64')
  return Array.from({ length: Math.floor(bytes.length / floatBytes) }, (_, index) =>
    bytes.readFloatLE(index * floatBytes),
  )
}
