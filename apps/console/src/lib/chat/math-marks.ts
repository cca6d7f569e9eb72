/** Code, in a block that may still be open, or in a line: nothing in it is mathematics. */
const code = /(^|\n)[ \t]*(`{3,}|~{3,})[\s\S]*?(?:\n[ \t]*\2|$)|(`+)[^`][\s\S]*?\3/g

/** `\[ … \]` and `$$ … $$` as blocks; `\( … \)` in a line. */
const bracketed = /\\\[([\s\S]+?)\\\]|\\\(([\s\S]+?)\\\)/g

/**
 * A dollar at each end, as Pandoc reads it: no space inside, no digit behind, so that prices stay prices.
 * Two dollars are left as they are.
 */
const dollars = /(?<![\\$])\$(?![\s$])((?:[^$\n\\]|\\.)*?)(?<!\s)\$(?![\d$])/g

const marked = (text: string): string =>
  text
    .replace(bracketed, (_, block?: string, line?: string) =>
      block === undefined ? `$$${line?.trim() ?? ''}$$` : `\n\n$$\n${block.trim()}\n$$\n\n`,
    )
    .replace(dollars, (_, line: string) => `$$${line}$$`)

/** Mathematics as models write it, in the one way that the Markdown reader knows: between two dollars. */
export function mathMarks(text: string): string {
  let read = ''
  let from = 0
  for (const match of text.matchAll(code)) {
    read += marked(text.slice(from, match.index)) + match[0]
    from = match.index + match[0].length
  }
  return read + marked(text.slice(from))
}
