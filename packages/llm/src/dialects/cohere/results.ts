import type { RerankRequest, RerankResult } from '../../operations/rerank.ts'
import { type Fields, fieldsOf, numberOf, objectsIn, textOf } from '../../bytes/fields.ts'

/** Results as Jina, Cohere and Voyage list them. What has no place or no score is none. */
export const resultsIn = (list: unknown): RerankResult[] =>
  objectsIn(list).flatMap((entry) => {
    const index = numberOf(entry['index'])
    const score = numberOf(entry['relevance_score'])
    return index === null || score === null
      ? []
      : [{ index, score, document: documentIn(entry['document']) }]
  })

/** Voyage gives a text back as it is, the others in an object. */
const documentIn = (document: unknown): Fields | null => {
  const text = textOf(document)
  return text === null ? fieldsOf(document) : { text }
}

export const resultFields = ({ index, score, document }: RerankResult): Fields => ({
  index,
  relevance_score: score,
  ...(document !== null && { document }),
})

/** Documents for suppliers that read texts alone: an object without a text goes as it was written. */
export const textsOf = ({ documents }: RerankRequest): string[] =>
  documents.map((document) =>
    typeof document === 'string'
      ? document
      : (textOf(document['text']) ?? JSON.stringify(document)),
  )
