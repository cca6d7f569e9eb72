import type { SpokenDialect } from './dialect.ts'
import type { Message, ModelRequest, Part } from './request.ts'

/** The vendors of the dialects: OpenAI has two, and both know its files. */
const vendors: Readonly<Record<SpokenDialect, string>> = {
  'openai-chat': 'openai',
  'openai-responses': 'openai',
  'anthropic-messages': 'anthropic',
  gemini: 'google',
  'bedrock-converse': 'amazon',
  cohere: 'cohere',
  voyage: 'voyage',
  elevenlabs: 'elevenlabs',
}

export type OwnFiles = {
  readonly request: ModelRequest
  readonly dropped: readonly ('image' | 'audio' | 'file')[]
}

/** Without files that are only named: an id of one vendor's is nothing, or another file, to the next. */
export function ownFiles(request: ModelRequest, own: SpokenDialect): OwnFiles {
  if (vendors[request.dialect] === vendors[own]) return { request, dropped: [] }
  const dropped = new Set<'image' | 'audio' | 'file'>()
  const kept = (part: Part): Part[] => {
    if (part.kind === 'tool-result') return [{ ...part, parts: part.parts.flatMap(kept) }]
    if (!('source' in part) || part.source.kind !== 'id') return [part]
    dropped.add(part.kind)
    return []
  }
  const messages = request.messages.map((message): Message => ({
    ...message,
    parts: message.parts.flatMap(kept),
  }))
  return dropped.size === 0
    ? { request, dropped: [] }
    : { request: { ...request, messages }, dropped: [...dropped] }
}
