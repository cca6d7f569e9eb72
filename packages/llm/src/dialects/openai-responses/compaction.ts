import type { ModelEvent } from '../../canonical/event.ts'
import { type Fields, fieldsOf } from '../../bytes/fields.ts'
import { writerRequest } from '../../canonical/writer-request.ts'
import type { Message, ModelRequest, Part } from '../../canonical/request.ts'
import type { DecodeResult } from '../../canonical/decode-result.ts'
import type { DialectShape } from '../../operations/dialect-shape.ts'
import { decodeRequest } from './as-server/request.ts'
import { sealedSummary } from '../../canonical/summary-item.ts'
import { encodeItems } from './as-client/encode-items.ts'
import { openAiResponses } from './dialect.ts'
import type { ResponsesReadState } from './as-client/read-state.ts'
import { encodeUsage } from './usage.ts'
import type { ResponsesWriteState } from './as-server/write-state.ts'

/*
 * `POST /v1/responses/compact` (https://platform.openai.com/docs/api-reference/responses/compact) before
 * a supplier that only talks: its model is asked for a summary, and the summary is the compaction.
 */

const asked = `Write a summary of our conversation up to here. It will take the place of the conversation: \
whoever goes on from it knows nothing else. Keep what was asked for and what was decided, facts, names, \
figures, file paths and code that still matter, what was tried and what came of it, and what is to be done \
next. Write the summary alone, without a greeting and without a comment.`

function compactionRequest(body: unknown): DecodeResult<ModelRequest> {
  const fields = fieldsOf(body) ?? {}
  const read = decodeRequest({ ...fields, input: fields['input'] ?? [], stream: false })
  if (!read.ok) return read
  const question: Message = { role: 'user', name: null, parts: [{ kind: 'text', text: asked }] }
  const told = read.value.messages.map(inWords).filter(({ parts }) => parts.length > 0)
  return { ok: true, value: { ...read.value, messages: [...told, question] } }
}

/**
 * A model's work and findings, as it would tell them: suppliers want the tools of every call that they
 * see, and a summary has none. Reasoning have done their work.
 */
const inWords = (message: Message): Message => ({
  ...message,
  role: message.role === 'tool' ? 'assistant' : message.role,
  parts: message.parts.flatMap(partInWords),
})

function partInWords(part: Part): readonly Part[] {
  switch (part.kind) {
    case 'reasoning':
      return []
    case 'tool-call':
      return [{ kind: 'text', text: `[I called ${part.name} with ${part.arguments}]` }]
    case 'tool-result':
      return [{ kind: 'text', text: `[The tool answered: ${textOfResult(part.parts)}]` }]
    case 'text':
    case 'refusal':
    case 'image':
    case 'audio':
    case 'file':
      return [part]
  }
}

const textOfResult = (parts: readonly Part[]): string =>
  parts.map((part) => (part.kind === 'text' ? part.text : `(${part.kind})`)).join('\n')

/** All that the user said, and then what stands for the rest. */
function encodeCompaction(events: readonly ModelEvent[], { messages }: ModelRequest): Fields {
  const start = events.find((event) => event.kind === 'start')
  const usage = events.findLast((event) => event.kind === 'usage')
  const name = (start?.id ?? '').replace(/^resp_/, '')
  const users = messages.slice(0, -1).filter(({ role }) => role === 'user')
  const { items } = encodeItems(users, 'openai-responses')
  return {
    id: `resp_${name}`,
    object: 'response.compaction',
    created_at: start?.created ?? 0,
    output: [
      ...items.map((item, index) => ({ id: `msg_${name}_${index}`, status: 'completed', ...item })),
      {
        id: `cmp_${name}`,
        type: 'compaction',
        encrypted_content: sealedSummary(saidIn(events)),
      },
    ],
    usage: usage === undefined ? null : encodeUsage(usage),
  }
}

const saidIn = (events: readonly ModelEvent[]): string =>
  events.flatMap((event) => (event.kind === 'text' ? [event.text] : [])).join('')

/** For clients alone: a supplier that compacts gets what came, and answers it itself. */
export const openAiCompaction: DialectShape<ResponsesReadState, ResponsesWriteState> = {
  ...openAiResponses,
  asServer: {
    ...openAiResponses.asServer,
    request: compactionRequest,
    remembered: writerRequest,
    answer: encodeCompaction,
  },
}
