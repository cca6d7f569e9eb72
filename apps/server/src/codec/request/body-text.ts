import { type Fields, listedOf, textOf } from '@posthouse/llm/bytes/fields'
import type { BodyFacts } from './body-facts.ts'
import { bodyShapes, type Frame, type BodyKind } from '@posthouse/llm/surfaces/body-shapes'
import { type Picture, pictureTokens } from './picture-tokens.ts'

/** Text kept for counting. The rest is estimated, because counting it would take too long. */
const textCharactersMax = 256 * 1024

type Collected = Pick<
  BodyFacts,
  'texts' | 'restBytes' | 'extraTokens' | 'images' | 'imageTokens'
> & {
  readonly files: number
}

/** Collects the texts and tokens of a body that are part of the prompt. */
export function collect(kind: BodyKind, fields: Fields): Collected {
  const shape = bodyShapes[kind]
  const gathering: Gathering = {
    kind,
    texts: [],
    characters: 0,
    restBytes: 0,
    images: 0,
    imageTokens: 0,
    tokens: 0,
    files: 0,
    linked: false,
    inInput: true,
  }
  const given = fields[shape.input]
  const input = shape.read === undefined ? given : shape.read(given)
  const isConversation = shape.limits.length > 0 && shape.inputIsList
  if (isConversation || shape.keepsState === true) {
    gather(input, gathering)
    gathering.tokens += framedBy(shape.frame, fields, Array.isArray(input) ? input.length : 1)
  } else {
    gatherPrompt(input, gathering)
  }
  gathering.inInput = false
  for (const name of shape.counted) {
    const value = fields[name]
    // Member names of a schema are part of the prompt too.
    if (name === 'tools' || name === 'functions') {
      if (value !== undefined) addText(JSON.stringify(value), gathering)
    } else gather(value, gathering)
  }
  const { texts, restBytes, images, imageTokens, tokens, files, linked } = gathering
  const extraTokens = tokens + (linked ? linkedTokens : 0)
  return { texts, restBytes, images, imageTokens, extraTokens, files }
}

function framedBy(frame: Frame, { tools }: Fields, messages: number): number {
  const hasTools = listedOf(tools).length > 0
  return frame.once + frame.perMessage * messages + (hasTools ? frame.withTools : 0)
}

type Gathering = {
  readonly kind: BodyKind
  texts: string[]
  characters: number
  restBytes: number
  images: number
  imageTokens: number
  tokens: number
  files: number
  /** Some file is only linked. */
  linked: boolean
  /** Inside messages, not tool schemas. */
  inInput: boolean
}

/** Tokens held for all linked files, whose length is unknown. */
const linkedTokens = 10_000
/** An inline file is longer than this, an address or id shorter. */
const linkCharactersMax = 1_024

/** A prompt may be text, a list of texts, or token numbers, which are counted as they are. */
function gatherPrompt(value: unknown, into: Gathering): void {
  if (typeof value === 'number') into.tokens += 1
  else if (Array.isArray(value)) for (const inner of value) gatherPrompt(inner, into)
  else gather(value, into)
}

/** Collects every text under a value, except for base64 pictures and files. */
function gather(value: unknown, into: Gathering): void {
  if (typeof value === 'string') addText(value, into)
  else if (Array.isArray(value)) for (const inner of value) gather(inner, into)
  else if (typeof value === 'object' && value !== null) gatherFields(value, into)
}

/** Members that the model does not read. */
const silent = new Set([
  'type',
  'role',
  'id',
  'call_id',
  'tool_call_id',
  'tool_use_id',
  'cache_control',
  'signature',
  'thoughtSignature',
  'thought_signature',
  'encrypted_content',
])

/** Members with a file, audio or video, or its address, in the dialects' spellings. */
const files = new Set([
  'input_audio',
  'audio',
  'audio_url',
  'video',
  'video_url',
  'input_video',
  'file',
  'file_id',
  'file_data',
  'fileData',
  'file_url',
  'image',
])
const inline = new Set(['source', 'inlineData', 'inline_data'])

/** Part types whose content is all in the body. */
const plain = new Set([
  'message',
  'text',
  'input_text',
  'output_text',
  'summary_text',
  'reasoning_text',
  'refusal',
  'reasoning',
  'thinking',
  'redacted_thinking',
  'image',
  'image_url',
  'input_image',
  'base64',
  'content',
  'function',
  'custom',
  'function_call',
  'function_call_output',
  'custom_tool_call',
  'custom_tool_call_output',
  'tool_use',
  'tool_result',
  'search_result',
  'compaction',
  'ephemeral',
])

function gatherFields(value: object, into: Gathering): void {
  // The size of an unknown part type is unknown.
  if (into.inInput && 'type' in value && isForeign(value.type)) into.files += 1
  for (const [name, inner] of Object.entries(value)) {
    if (silent.has(name)) continue
    if (name === 'image_url') addPicture(linkedPicture(inner, value), into)
    else if (inline.has(name)) addInline(inner, into)
    else if (files.has(name)) addFile(inner, into)
    else gather(inner, into)
  }
}

const isForeign = (type: unknown): boolean => typeof type === 'string' && !plain.has(type)

/** Adds a picture, by its media type, or else a file. A source may also be text. */
function addInline(value: unknown, into: Gathering): void {
  if (typeof value !== 'object' || value === null) return gather(value, into)
  const fields: Fields = { ...value }
  const mediaType = fields['media_type'] ?? fields['mimeType'] ?? fields['mime_type']
  const isLink = fields['type'] === 'url' || fields['type'] === 'file'
  if (isLink && bodyShapes[into.kind].linksAreFiles === true) addLinked(into)
  if (fields['type'] === 'text') gather(fields['data'], into)
  else if (fields['type'] === 'content') gather(fields['content'], into)
  else if (typeof mediaType !== 'string' || mediaType.startsWith('image/')) {
    addPicture({ base64: textOf(fields['data']), detail: null }, into)
  } else addFile(fields['data'], into)
}

/** Chat completions nest address and detail in one object, Responses do not. */
function linkedPicture(link: unknown, beside: object): Picture {
  const fields: Fields = { ...beside, ...(typeof link === 'string' ? { url: link } : Object(link)) }
  const url = textOf(fields['url']) ?? ''
  const base64 = url.startsWith('data:') ? url.slice(url.indexOf(',') + 1) : null
  return { base64, detail: fields['detail'] }
}

function addPicture(picture: Picture, into: Gathering): void {
  into.images += 1
  into.imageTokens += pictureTokens(into.kind, picture)
}

function addFile(value: unknown, into: Gathering): void {
  const { length } = JSON.stringify(value) ?? ''
  into.files += 1
  into.linked ||= length <= linkCharactersMax
  into.restBytes += Math.ceil(length / 10)
}

/** Adds a document or picture of unknown length. */
function addLinked(into: Gathering): void {
  into.files += 1
}

/** How messages refer to files of Qwen-Long: https://help.aliyun.com/zh/model-studio/long-context-qwen-long */
const fileAddress = 'fileid://'

function addText(text: string, into: Gathering): void {
  if (text.includes(fileAddress)) addLinked(into)
  const room = textCharactersMax - into.characters
  if (text.length <= room) {
    into.texts.push(text)
    into.characters += text.length
    return
  }
  into.texts.push(text.slice(0, room))
  into.characters = textCharactersMax
  into.restBytes += Buffer.byteLength(text) - Buffer.byteLength(text.slice(0, room))
}
