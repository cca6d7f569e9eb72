import { dialects } from '../dialects.ts'
import { type Fields, fieldsOf, listOf, numberOf, textOf } from '../bytes/fields.ts'
import { tokensOf } from './content.ts'
import { failureScript, withFault } from './faults.ts'
import { ordersOf } from './orders.ts'
import { refusal } from './refusal.ts'
import { jsonScript, type SandboxRequest, type Script } from './script.ts'

/* What the sandbox thinks of texts: whether they are harmful, and which of them answers a question. */

const categories = ['harassment', 'hate', 'illicit', 'self-harm', 'sexual', 'violence'] as const

/** OpenAI's moderation. A text is flagged for each category that it names. */
export function moderation(body: Fields, request: SandboxRequest): Script {
  const dialect = dialects['openai-chat']
  const { input } = body
  const inputs = (typeof input === 'string' ? [input] : listOf(input)).map(wordsIn)
  if (inputs.length === 0) return refusal(dialect, 400, 'input: a text or a list is expected')
  const orders = ordersOf(inputs.at(-1) ?? '', request.settings)
  const failed = failureScript(dialect, orders)
  if (failed !== null) return failed
  const answer = {
    id: 'modr-sandbox',
    model: body['model'],
    results: inputs.map((text) => {
      const found = categories.map((name) => [name, text.toLowerCase().includes(name)] as const)
      return {
        flagged: found.some(([, isThere]) => isThere),
        categories: Object.fromEntries(found),
        category_scores: Object.fromEntries(
          found.map(([name, isThere]) => [name, isThere ? 0.98 : 0.01]),
        ),
      }
    }),
  }
  return withFault(jsonScript(200, answer), orders, dialect)
}

/** Jina's reranking: documents that share more words with the question come first. */
export function reranking(body: Fields, request: SandboxRequest): Script {
  const dialect = dialects['openai-chat']
  const query = textOf(body['query'])
  const documents = listOf(body['documents']).map(wordsIn)
  if (query === null) return refusal(dialect, 400, 'query: a text is expected')
  if (documents.length === 0) return refusal(dialect, 400, 'documents: a list is expected')
  const orders = ordersOf(query, request.settings)
  const failed = failureScript(dialect, orders)
  if (failed !== null) return failed
  const wanted = wordsOf(query)
  const results = documents
    .map((text, index) => {
      const words = wordsOf(text)
      const shared = [...wanted].filter((word) => words.has(word)).length
      const score = wanted.size === 0 ? 0 : shared / wanted.size
      return {
        index,
        relevance_score: score,
        ...(body['return_documents'] === true && { document: { text } }),
      }
    })
    .toSorted((a, b) => b.relevance_score - a.relevance_score || a.index - b.index)
    .slice(0, numberOf(body['top_n']) ?? documents.length)
  const total = [query, ...documents].reduce((sum, text) => sum + tokensOf(text), 0)
  const usage = orders.fault === 'no-usage' ? {} : { usage: { total_tokens: total } }
  return withFault(jsonScript(200, { model: body['model'], ...usage, results }), orders, dialect)
}

const wordsIn = (entry: unknown): string => textOf(entry) ?? textOf(fieldsOf(entry)?.['text']) ?? ''

const wordsOf = (text: string): ReadonlySet<string> =>
  new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
