import { cut } from '../lib/cut.ts'
import { publicNames } from './transport/public-names.ts'

/** Values that must not be in a message, beside what the patterns find: keys, and what else is stored hidden. */
export type Secrets = {
  readonly baseUrl: string
  readonly values: readonly string[]
  /** Names that callers know: of models. They stay, however much they look like a key. */
  readonly names?: readonly string[]
}

/*
 * None of them tries again at every letter of a long word: each can begin only where a word begins, or ends what it
 * looks at soon. A message is what a caller put into an upstream's mouth.
 */
const patterns: readonly (readonly [RegExp, string])[] = [
  [/\bhttps?:\/\/[^\s"'<>)]+/gi, '[url]'],
  [/\b(Bearer|Basic)\s+[\w.~+/=-]{6,}/gi, '$1 [key]'],
  [/\b(sk|pk|rk|key|api|gsk|xai|AIza|ak)[-_][\w*.-]{6,}/g, '[key]'],
  [/\bAIza[\w-]{20,}/g, '[key]'],
  [/\bya29\.[\w.-]{6,}/g, '[key]'],
  [/\b(org|proj|acct|account|user|req|team|tenant|cus)[-_][A-Za-z0-9-]{6,}/g, '[id]'],
  [/(?<![\w.+-])[\w.+-]+@[\w-]+\.[\w.-]+/g, '[email]'],
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, '[id]'],
  [/\b\d{1,3}(\.\d{1,3}){3}(:\d+)?\b/g, '[address]'],
  [
    /(?<![a-z0-9-])(?<![a-z0-9-]\.)(?:[a-z0-9-]+\.)+(?:com|net|org|io|ai|cn|dev|app|cloud|local|internal|lan|example|test)\b(:\d+)?/gi,
    '[host]',
  ],
  [/\b[A-Za-z0-9_-]{32,}\b/g, '[id]'],
  [/\b\d{9,}\b/g, '[id]'],
]

const lengthMax = 500
/** Of what came: an error that quotes a whole prompt says no more behind this. */
const readMax = 4_096

/** An upstream's words without hosts, keys and account ids: they may be told to callers. */
export function masked(message: string, secrets: Secrets): string {
  const forms = formsOf([...secrets.values, hostOf(secrets.baseUrl)])
  const text = withoutForms(beginningOf(message, forms[0]?.length ?? 0), forms)
  const line = publicNames(text, secrets.names ?? [])
    .map(({ words, isName }) => (isName ? words : withoutPatterns(words)))
    .join('')
    .replace(/\s+/g, ' ')
    .trim()
  return line.length > lengthMax ? `${cut(line, lengthMax)}…` : line
}

/** Takes secrets out of words that are shown as they are otherwise. */
export function withoutSecrets(values: readonly string[]): (words: string) => string {
  const forms = formsOf(values)
  return (words) => withoutForms(words, forms)
}

function withoutPatterns(words: string): string {
  let text = words
  for (const [pattern, replacement] of patterns) text = text.replace(pattern, replacement)
  return text
}

/** Up to a place that cuts nothing in two which would be masked as a whole. */
function beginningOf(message: string, longest: number): string {
  if (message.length <= readMax) return message
  let end = Math.max(0, readMax - longest)
  while (end > 0 && /[\w.+/=:@%~*&?#-]/.test(message.charAt(end - 1))) end -= 1
  return `${cut(message, end)}…`
}

/** Forms in which a value hides in a message: as it is, and in base64. Longer ones first: one may be part of another. */
const formsOf = (secrets: readonly string[]): readonly string[] =>
  secrets
    .flatMap((secret) =>
      secret.length < 4 ? [] : [secret, ...escapedIn(secret), ...coded(secret)],
    )
    .toSorted((a, b) => b.length - a.length)

/** As an address has it: in capitals, as most write it, and as .NET does. */
function escapedIn(secret: string): readonly string[] {
  const escaped = encodeURIComponent(secret.toWellFormed())
  return [escaped, escaped.replaceAll(/%[0-9A-F]{2}/g, (code) => code.toLowerCase())]
}

const withoutForms = (message: string, forms: readonly string[]): string =>
  forms.reduce((text, form) => text.replaceAll(form, '[masked]'), message)

/** Text that is a name and nothing else, and holds no secret: an upstream's own code or parameter. */
export function safeName(name: string | null, secrets: Secrets): string | null {
  if (name === null || !/^[a-z][a-z0-9_.[\]-]{0,63}$/i.test(name)) return null
  return withoutForms(name, formsOf(secrets.values)) === name ? name : null
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

/** Empty where the address is none of the web's: the sandbox has no host. */
function hostOf(url: string): string {
  try {
    const { protocol, host } = new URL(url)
    return /^https?:$/.test(protocol) ? host : ''
  } catch {
    return ''
  }
}
