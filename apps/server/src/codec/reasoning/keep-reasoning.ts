import type { ModelEvent } from '@posthouse/llm/canonical/event'
import type { ReasoningPart } from '@posthouse/llm/canonical/request'
import { answerPartsMax } from '@posthouse/llm/canonical/answer-bounds'
import { areGathered, namesOfCalls, type TurnDigest } from './conversation-digests.ts'
import { keptBytesMax, type SignatureStore } from './signature-store.ts'

/** A call that is still being received. */
type Call = {
  readonly id: string
  name: string
  arguments: string
  readonly signature: string | null
}

type CallEvent = Extract<ModelEvent, { kind: 'tool-call' }>

/** Where an answer's reasoning is stored. */
type Place = { readonly tokenId: bigint; readonly before: TurnDigest }

/** Watches an answer and stores signed reasoning of its tool calls. */
export class ReasoningKeeper {
  readonly #store: SignatureStore
  readonly #place: Place
  #open: string[] = []
  #reasoning: ReasoningPart[] = []
  #reasoningBytes = 0
  readonly #calls: Call[] = []
  /** Open calls, by alternative and index. */
  readonly #growing = new Map<string, Call>()
  #argumentsLength = 0

  constructor(store: SignatureStore, place: Place) {
    this.#store = store
    this.#place = place
  }

  see(event: ModelEvent): void {
    if (event.kind === 'reasoning') this.#think(event)
    else if (event.kind === 'tool-call') this.#call(event)
    else if (event.kind === 'end') this.#keep()
  }

  #call(event: CallEvent): void {
    const number = `${event.answer}.${event.index}`
    if (event.id !== null) this.#begin(number, event.id, event)
    const call = this.#growing.get(number)
    this.#argumentsLength += event.arguments.length
    if (call === undefined || !areGathered(this.#argumentsLength)) return
    call.name = event.name ?? call.name
    call.arguments += event.arguments
  }

  /** Without signatures, the reasoning belongs to the first call. */
  #begin(number: string, id: string, event: CallEvent): void {
    const { name, signature = null } = event
    this.#growing.delete(number)
    const isFirst = this.#calls.length === 0
    const isKept = signature !== null && signature.length <= keptBytesMax
    if (this.#calls.length === answerPartsMax || (!isFirst && !isKept)) return
    const call = { id, name: name ?? '', arguments: '', signature: isKept ? signature : null }
    this.#calls.push(call)
    this.#growing.set(number, call)
  }

  #think(event: Extract<ModelEvent, { kind: 'reasoning' }>): void {
    this.#reasoningBytes += event.text.length + (event.signature?.length ?? 0)
    if (this.#reasoningBytes > keptBytesMax) return this.#forget()
    if (event.text !== '') this.#open.push(event.text)
    if (event.signature === null) return
    this.#reasoning.push({
      kind: 'reasoning',
      text: this.#open.splice(0).join(''),
      signature: event.signature,
      ...(event.redacted === true ? { redacted: true } : {}),
      ...(event.id === undefined ? {} : { id: event.id }),
    })
  }

  /** Stops collecting reasoning that is too long to store. */
  #forget(): void {
    this.#open = []
    this.#reasoning = []
  }

  /** Includes unsigned reasoning, which some suppliers require too. */
  #reasoningBefore(): readonly ReasoningPart[] {
    const text = this.#open.join('')
    return text === ''
      ? this.#reasoning
      : [...this.#reasoning, { kind: 'reasoning', text, signature: null }]
  }

  /** Stores the reasoning with the first call, and each signature with its own. */
  #keep(): void {
    const { tokenId, before } = this.#place
    const reasoningBefore = this.#reasoningBefore()
    const names = namesOfCalls(before, this.#calls, this.#argumentsLength)
    for (const [index, { exact, loose }] of names.entries()) {
      const signature = this.#calls[index]?.signature ?? null
      const reasoning = index === 0 ? reasoningBefore : []
      if (reasoning.length === 0 && signature === null) continue
      this.#store.keep(tokenId, exact, { reasoning, signature })
      if (loose !== exact) this.#store.keep(tokenId, loose, { sameAs: exact })
    }
  }
}
