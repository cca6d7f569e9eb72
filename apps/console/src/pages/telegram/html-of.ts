import type { MenuFormat } from '@posthouse/contract/telegram-menu'

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** About what Telegram makes of a text. Whoever shows it must sanitise it. */
export function htmlOf(text: string, format: MenuFormat): string {
  if (format === 'HTML') return text.replaceAll(/<(\/?)tg-spoiler>/g, '<$1mark>')
  const kept: string[] = []
  const keep = (html: string): string => `\0${kept.push(html) - 1}\0`
  const marked = escaped(text.replaceAll('\0', ''))
    .replaceAll(/```(?:\w+\n)?([\s\S]*?)```/g, (_, code: string) => keep(`<pre>${code}</pre>`))
    .replaceAll(/`([^`\n]+)`/g, (_, code: string) => keep(`<code>${code}</code>`))
    .replaceAll(/\\([\s\S])/g, (_, character: string) => keep(character))
    .replaceAll(/\[([^[\]]+)\]\((https?:[^()\s]+)\)/g, (_, words: string, to: string) =>
      keep(`<a href="${to}" target="_blank">${words}</a>`),
    )
  const html = format === 'Markdown' ? oldMarks(marked) : marks(marked)
  return html.replaceAll(/\0(\d+)\0/g, (_, place: string) => kept[Number(place)] ?? '')
}

const oldMarks = (text: string): string =>
  text.replaceAll(/\*([^*]+)\*/g, '<b>$1</b>').replaceAll(/_([^_]+)_/g, '<i>$1</i>')

const marks = (text: string): string =>
  oldMarks(text.replaceAll(/__([^_]+)__/g, '<u>$1</u>'))
    .replaceAll(/~([^~]+)~/g, '<s>$1</s>')
    .replaceAll(/\|\|([^|]+)\|\|/g, '<mark>$1</mark>')
