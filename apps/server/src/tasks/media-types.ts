/** Media types of results by magic number. Other files are not stored, whatever the supplier calls them. */
const signatures: readonly (readonly [type: string, extension: string, hex: RegExp])[] = [
  ['video/mp4', 'mp4', /^.{8}66747970/],
  ['video/webm', 'webm', /^1a45dfa3/],
  ['image/png', 'png', /^89504e470d0a1a0a/],
  ['image/jpeg', 'jpg', /^ffd8ff/],
  ['image/webp', 'webp', /^52494646.{8}57454250/],
  ['image/gif', 'gif', /^47494638(37|39)61/],
  ['audio/wav', 'wav', /^52494646.{8}57415645/],
  ['audio/mpeg', 'mp3', /^(494433|ff[ef])/],
  ['audio/ogg', 'ogg', /^4f676753/],
]

/** Bytes needed to detect the type. */
export const headBytes = 16

/** Null for types that are not stored. */
export function mediaTypeOf(head: Uint8Array): string | null {
  const hex = Buffer.from(head.subarray(0, headBytes)).toString('hex')
  return signatures.find(([, , pattern]) => pattern.test(hex))?.[0] ?? null
}

export const extensionOf = (mediaType: string): string =>
  signatures.find(([type]) => type === mediaType)?.[1] ?? 'bin'
