/** What must not be in a message, beside what the patterns find: keys, and what else is stored hidden. */
export type Secrets = { readonly baseUrl: string; readonly values: readonly string[] }

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

/** An upstream's words without hosts, keys and account ids: they may be told to callers. */
export function masked(message: string, secrets: Secrets): string {
  let text = withoutSecrets(message, [...secrets.values, hostOf(secrets.baseUrl)])
  for (const [pattern, replacement] of patterns) text = text.replace(pattern, replacement)
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > lengthMax ? `${line.slice(0, lengthMax)}…` : line
}

/** Longer ones first: one may be part of another. */
function withoutSecrets(message: string, secrets: readonly string[]): string {
  const forms = secrets.flatMap((secret) => (secret.length < 4 ? [] : [secret, ...coded(secret)]))
  return forms
    .toSorted((a, b) => b.length - a.length)
    .reduce((text, form) => text.replaceAll(form, '[masked]'), message)
}

/** Text that is a name and nothing else, and holds no secret: an upstream's own code or parameter. */
export function safeName(name: string | null, secrets: Secrets): string | null {
  if (name === null || !/^[a-z][a-z0-9_.[\]-]{0,63}$/i.test(name)) return null
  return withoutSecrets(name, secrets.values) === name ? name : null
}

/** A secret inside base64, wherever it begins; at its ends its letters mix with what stands around. */
function coded(secret: string): string[] {
  if (secret.length < 8) return []
  return [0, 1, 2].flatMap((before) => {
    const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(secret)])
    const text = bytes.toString('base64').replace(/=+$/, '')
    const inner = text.slice(before === 0 ? 0 : 4, -2)
    return [inner, inner.replaceAll('+', '-').replaceAll('/', '_')]
  })
}

function hostOf(url: string): string {
  try {
    return new URL(url).host
  } catch {
    return ''
  }
}
