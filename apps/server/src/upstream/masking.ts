/** What must not be in a message, beside what the patterns find. */
export type Secrets = { readonly baseUrl: string; readonly keys: readonly string[] }

const patterns: readonly (readonly [RegExp, string])[] = [
  [/\bhttps?:\/\/[^\s"'<>)]+/gi, '[url]'],
  [/\b(Bearer|Basic)\s+[\w.~+/=-]{6,}/gi, '$1 [key]'],
  [/\b(sk|pk|rk|key|api|gsk|xai|AIza|ak)[-_][\w*.-]{6,}/g, '[key]'],
  [/\bAIza[\w-]{20,}/g, '[key]'],
  [/\b(org|proj|acct|account|user|req|team|tenant|cus)[-_][A-Za-z0-9-]{6,}/g, '[id]'],
  [/[\w.+-]+@[\w-]+\.[\w.-]+/g, '[email]'],
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, '[id]'],
  [/\b\d{1,3}(\.\d{1,3}){3}(:\d+)?\b/g, '[address]'],
  [
    /\b(?:[a-z0-9-]+\.)+(?:com|net|org|io|ai|cn|dev|app|cloud|local|internal|lan|example|test)\b(:\d+)?/gi,
    '[host]',
  ],
  [/\b[A-Za-z0-9_-]{32,}\b/g, '[id]'],
  [/\b\d{9,}\b/g, '[id]'],
]

const lengthMax = 500

/** An upstream's words without hosts, keys and account ids: they may leave the house. */
export function masked(message: string, secrets: Secrets): string {
  let text = message
  for (const secret of [...secrets.keys, hostOf(secrets.baseUrl)]) {
    if (secret.length >= 4) text = text.replaceAll(secret, '[masked]')
  }
  for (const [pattern, replacement] of patterns) text = text.replace(pattern, replacement)
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > lengthMax ? `${line.slice(0, lengthMax)}…` : line
}

function hostOf(url: string): string {
  try {
    return new URL(url).host
  } catch {
    return ''
  }
}
