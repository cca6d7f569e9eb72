import { type Fields, listedOf, textOf } from '@posthouse/llm/bytes/fields'
import type { BodyFacts } from './body-facts.ts'
import { bodyShapes, type Frame, type BodyKind } from '@posthouse/llm/surfaces/body-shapes'
import { type Picture, pictureTokens } from './picture-tokens.ts'

/** Text kept for counting. The rest is estimated: counting it would take longer than it is worth. */
const textCharactersMax = 256 * 1024

type Collected = Pick<
  BodyFacts,
  'texts' | 'restBytes' | 'extraTokens' | 'images' | 'imageTokens'
> & {
  readonly files: number
}

/** The texts and tokens of a body that go into the prompt. */
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
    // The names of a schema are part of the prompt as well as its texts.
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
  /** One of the files is only named. */
  linked: boolean
  /** Messages are gathered, not the schemas beside them. */
  inInput: boolean
}

/** Tokens held for files that are only named, all together: nobody here knows how long they are. */
const linkedTokens = 10_000
/** A file that is here is longer, and an address or an id shorter. */
const linkCharactersMax = 1_024

/** A prompt may be text, a list of texts, or tokens already: those count as they are. */
function gatherPrompt(value: unknown, into: Gathering): void {
  if (typeof value === 'number') into.tokens += 1
  else if (Array.isArray(value)) for (const inner of value) gatherPrompt(inner, into)
  else gather(value, into)
}

/** Every text under a value. Pictures and files are not text, however long they are in base64. */
function gather(value: unknown, into: Gathering): void {
  if (typeof value === 'string') addText(value, into)
  else if (Array.isArray(value)) for (const inner of value) gather(inner, into)
  else if (typeof value === 'object' && value !== null) gatherFields(value, into)
}

/** Names and marks that are no part of what the model reads. */
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

/** Fields that hold a file, sound or a film, or its address, in the dialects' spellings. */
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

/** Kinds of parts and items that stand for what they hold, and for no more. */
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
  // Nobody here knows how much a part of a kind of its own stands for.
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

/** A picture by its media type, else a file. A source may also be text. */
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

/** Chat completions put address and detail into one object, Responses side by side. */
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

/** A document or a picture whose length nobody knows. */
function addLinked(into: Gathering): void {
  into.files += 1
}

/** Qwen-Long reads files that a message names so: https://help.aliyun.com/zh/model-studio/long-context-qwen-long. */
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
