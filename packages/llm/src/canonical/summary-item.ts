import { type Fields, textOf } from '../bytes/fields.ts'

/*
 * A compaction item stands for what was said before it. OpenAI's is sealed by OpenAI; ours is a summary
 * in words, which any supplier can be told. It is the caller's own talk: there is nothing in it to hide.
 */

const mark = 'posthouse-compaction.'

/** `encrypted_content` of an item that stands for a summary. */
export const sealedSummary = (summary: string): string =>
  `${mark}${Buffer.from(summary).toString('base64url')}`

const isOurs = (item: Fields): boolean =>
  item['type'] === 'compaction' && textOf(item['encrypted_content'])?.startsWith(mark) === true

export const hasSummary = (items: readonly Fields[]): boolean => items.some(isOurs)

/** The same items with summaries said in words: no supplier knows an item of ours. */
export const withSummariesSaid = (items: readonly Fields[]): Fields[] =>
  items.map((item) => (isOurs(item) ? summaryMessage(item) : item))

function summaryMessage({ id, encrypted_content: sealed }: Fields): Fields {
  const summary = Buffer.from((textOf(sealed) ?? '').slice(mark.length), 'base64url')
  const text = `What was said before, in short:\n\n${summary.toString('utf8')}`
  return {
    type: 'message',
    ...(id === undefined ? {} : { id }),
    role: 'user',
    status: 'completed',
    content: [{ type: 'input_text', text }],
  }
}
