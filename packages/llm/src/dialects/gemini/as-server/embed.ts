import type { EmbedAnswer, EmbedRequest } from '../../../operations/embed.ts'
import type { PieceAsServer } from '../../../operations/piece.ts'
import { listOf, numberOf, textOf, withoutNulls } from '../../../bytes/fields.ts'
import { inputTokensOf } from '../../../canonical/usage.ts'
import type { DecodeResult } from '../../../canonical/decode-result.ts'
import { invalidField } from '../../../canonical/invalid-field.ts'
import { camelled, without } from '../spelling.ts'

type DecodedRequest = ReturnType<PieceAsServer<EmbedRequest, EmbedAnswer>['request']>

/** `embedContent` and `batchEmbedContents`, with the model in the address: https://ai.google.dev/api/embeddings. */
export const embed: PieceAsServer<EmbedRequest, EmbedAnswer> = {
  request: (body, { model, single }) => (single ? oneOf(body, model) : batchOf(body, model)),
  answer: ({ vectors }, { single }) => {
    const embeddings = vectors.map((values) => ({ values }))
    return single ? { embedding: embeddings[0] ?? { values: [] } } : { embeddings }
  },
  usage: ({ usage, counted }) => ({
    usageMetadata: withoutNulls({
      promptTokenCount: inputTokensOf(usage),
      usageSource: counted === true ? 'counted' : null,
    }),
  }),
  usageRequired: false,
}

function oneOf(body: unknown, model: string): DecodedRequest {
  const read = readContent(body, '')
  if (!read.ok) return read
  const { text, dimensions, dropped } = read.value
  return {
    ok: true,
    value: { request: { model, texts: [text], dimensions, purpose: null }, dropped },
  }
}

/** As many as there are requests. Their vectors have their length in common. */
function batchOf(body: unknown, model: string): DecodedRequest {
  const requests = camelled(body)?.['requests']
  if (!Array.isArray(requests) || requests.length === 0) {
    return invalidField('requests', 'a list of requests is expected')
  }
  const read: EmbedContent[] = []
  for (const [index, request] of requests.entries()) {
    const one = readContent(request, `requests.${index}.`)
    if (!one.ok) return one
    read.push(one.value)
  }
  const [dimensions = null, ...others] = new Set(read.map((one) => one.dimensions))
  if (others.length > 0) {
    return invalidField('requests', 'one outputDimensionality is expected for all of them')
  }
  const texts = read.map(({ text }) => text)
  const dropped = read.flatMap((one) => one.dropped)
  return { ok: true, value: { request: { model, texts, dimensions, purpose: null }, dropped } }
}

type EmbedContent = {
  readonly text: string
  readonly dimensions: number | null
  readonly dropped: readonly string[]
}

/** The vendor embeds the texts of a content together. Options beside it are the older form of `embedContentConfig`. */
function readContent(value: unknown, place: string): DecodeResult<EmbedContent> {
  const request = camelled(value)
  const content = camelled(request?.['content'])
  if (request === null || content === null) {
    return invalidField(`${place}content`, 'a content with parts is expected')
  }
  const parts = listOf(content['parts']).map((part) => textOf(camelled(part)?.['text']))
  const other = parts.indexOf(null)
  if (other !== -1 || parts.length === 0) {
    return invalidField(
      `${place}content.parts.${Math.max(0, other)}`,
      'a part with text is expected',
    )
  }
  const config = camelled(request['embedContentConfig']) ?? {}
  const options = { ...without(request, ['model', 'content', 'embedContentConfig']), ...config }
  return {
    ok: true,
    value: {
      text: parts.join('\n'),
      dimensions: numberOf(options['outputDimensionality']),
      dropped: Object.keys(without(options, ['outputDimensionality']) ?? {}).map(
        (name) => `${place}${name}`,
      ),
    },
  }
}
