/** The checksum of zip and Ethernet (ISO 3309), as whoever sends bytes of AWS's event streams reckons it. */
export function crc32(bytes: Uint8Array): number {
  let rest = 0xffffffff
  for (const byte of bytes) rest = (rest >>> 8) ^ (table[(rest ^ byte) & 0xff] ?? 0)
  return (rest ^ 0xffffffff) >>> 0
}

const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte
  for (let bit = 0; bit < 8; bit += 1) rest = rest & 1 ? (rest >>> 1) ^ 0xedb88320 : rest >>> 1
  return rest
})
