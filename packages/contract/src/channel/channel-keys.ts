/** The keys in a text: one per line, or JSON keys of several lines, which are returned as one line each. */
export function keysIn(text: string): string[] {
  const keys: string[] = []
  let open = ''
  let lines = 0
  for (const line of text.split('\n').map((part) => part.trim())) {
    const key = `${open}${line}`
    if (key === '') continue
    lines += 1
    const isOpen = key.startsWith('{') && lines < linesMax && !isWhole(key)
    open = isOpen ? key : ''
    if (!isOpen) lines = 0
    if (!isOpen) keys.push(onOneLine(key))
  }
  // Validation refuses an object that never ends.
  return open === '' ? keys : [...keys, open]
}

/** The most lines of a JSON key. Google's keys have 14. */
const linesMax = 100

const isWhole = (key: string): boolean => key.endsWith('}') && objectIn(key) !== null

const onOneLine = (key: string): string => {
  const object = key.startsWith('{') ? objectIn(key) : null
  return object === null ? key : JSON.stringify(object)
}

export function isServiceAccount(key: string): boolean {
  const fields = objectIn(key)
  if (fields === null) return false
  const isText = (name: string): boolean =>
    typeof fields[name] === 'string' && fields[name].trim() !== ''
  return (
    isText('client_email') &&
    isText('project_id') &&
    /^\s*-----BEGIN (RSA )?PRIVATE KEY-----/.test(String(fields['private_key']))
  )
}

/** Enough of a stored key to tell it from others. */
export function keyPreview(key: string): string {
  const id = objectIn(key)?.['private_key_id']
  const told = typeof id === 'string' ? id : key
  return told.length < 12 ? '…' : `…${told.slice(-4)}`
}

function objectIn(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { ...value } : null
  } catch {
    return null
  }
}
