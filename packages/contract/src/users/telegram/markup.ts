export const menuFormats = ['MarkdownV2', 'Markdown', 'HTML'] as const
export type MenuFormat = (typeof menuFormats)[number]

/** Whether Telegram should accept the markup. It may still refuse a text that passes. */
export function hasSoundMarkup(text: string, format: MenuFormat): boolean {
  if (format === 'HTML') return hasSoundHtml(text)
  return format === 'MarkdownV2' ? hasSoundMarkdownV2(text) : hasSoundMarkdown(text)
}

const tags = new Set(
  'b strong i em u ins s strike del code pre a span blockquote tg-spoiler tg-emoji'.split(' '),
)

/** Allows known tags, closed in order, and nothing else that looks like a tag. */
function hasSoundHtml(text: string): boolean {
  const open: string[] = []
  const rest = text.replaceAll(
    /<(\/?)([a-z][a-z-]*)((?:\s+[a-z-]+(?:=(?:"[^"<>]*"|'[^'<>]*'))?)*)\s*>/gi,
    (_, slash: string, name: string) => {
      const tag = name.toLowerCase()
      if (!tags.has(tag)) return '<'
      if (slash === '') open.push(tag)
      else if (open.pop() !== tag) return '<'
      return ''
    },
  )
  return open.length === 0 && !rest.includes('<')
}

/** Pairs must be closed, and every other reserved character escaped with a backslash. */
function hasSoundMarkdownV2(text: string): boolean {
  const plain = text
    .replaceAll(/```[\s\S]*?```/g, '')
    .replaceAll(/\\[\s\S]/g, '')
    .replaceAll(/`[^`\n]*`/g, '')
    .replaceAll(/!?\[[^[\]]*\]\([^()\s]*\)/g, (link) => link.replaceAll(/\([^()]*\)|[![\]]/g, ''))
    .replaceAll(/^>/gm, '')
  if (/[[\]()>#+\-={}.!`]/.test(plain)) return false
  const paired = plain.replaceAll('||', '').replaceAll('__', '')
  return !paired.includes('|') && ['||', '__', '*', '~', '_'].every((mark) => isEven(plain, mark))
}

const isEven = (text: string, mark: string): boolean => {
  const looked = mark === '_' ? text.replaceAll('__', '') : text
  return (looked.split(mark).length - 1) % 2 === 0
}

/** The older format: marks come in pairs and may be escaped. */
function hasSoundMarkdown(text: string): boolean {
  const plain = text
    .replaceAll(/```[\s\S]*?```/g, '')
    .replaceAll(/\\[_*`[]/g, '')
    .replaceAll(/`[^`]*`/g, '')
    .replaceAll(/\[[^\]]*\]\([^)]*\)/g, '')
  return ['*', '_', '`'].every((mark) => isEven(plain, mark)) && !plain.includes('[')
}
