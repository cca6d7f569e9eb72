/** A name that nobody else has. Unlike `crypto.randomUUID` it is also there on plain http. */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
