/** CRC-32 of the UTF-8 text, as in zlib and PNG (ISO 3309, polynomial 0xEDB88320), in eight hex digits. */
export function checksum(text: string): string {
  let sum = 0xffffffff
  for (const byte of Buffer.from(text)) sum = (sum >>> 8) ^ (table[(sum ^ byte) & 0xff] ?? 0)
  return ((sum ^ 0xffffffff) >>> 0).toString(16).padStart(8, '0')
}

const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte
  for (let bit = 0; bit < 8; bit += 1) sum = (sum & 1) === 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1
  return sum
})
