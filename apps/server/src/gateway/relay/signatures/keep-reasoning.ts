import type { ModelEvent } from '@posthouse/llm/event'
import type { ReasoningPart } from '@posthouse/llm/request'
import { answerPartsMax } from '@posthouse/llm/parts/answer-bounds'
import { keptBytesMax, type SignatureStore } from './signature-store.ts'

type Call = { readonly id: string; readonly signature: string | null }

/** Looks on while an answer goes out, and keeps what was signed beside its tool calls. */
export class ReasoningKeeper {
  readonly #store: SignatureStore
  readonly #tokenId: bigint
  #open: string[] = []
  #reasoning: ReasoningPart[] = []
  #reasoningBytes = 0
  #calls: Call[] = []

  constructor(store: SignatureStore, tokenId: bigint) {
    this.#store = store
    this.#tokenId = tokenId
  }

  see(event: ModelEvent): void {
    if (event.kind === 'reasoning') this.#think(event)
    else if (event.kind === 'tool-call' && event.id !== null) {
      this.#call(event.id, event.signature ?? null)
    } else if (event.kind === 'end') this.#keep()
  }

  /** Of calls that nobody signed only the first has something: the reasoning. */
  #call(id: string, signature: string | null): void {
    const isFirst = this.#calls.length === 0
    const isKept = signature !== null && signature.length <= keptBytesMax
    if (this.#calls.length === answerPartsMax || (!isFirst && !isKept)) return
    this.#calls.push({ id, signature: isKept ? signature : null })
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

  /** Of reasoning that is longer nothing is kept: it need not be gathered. */
  #forget(): void {
    this.#open = []
    this.#reasoning = []
  }

  /** Some suppliers want theirs back although they do not sign them. */
  #reasoningBefore(): readonly ReasoningPart[] {
    const text = this.#open.join('')
    return text === ''
      ? this.#reasoning
      : [...this.#reasoning, { kind: 'reasoning', text, signature: null }]
  }

  /** The reasoning stands with the first call, each signature with its own. */
  #keep(): void {
    const before = this.#reasoningBefore()
    for (const [index, { id, signature }] of this.#calls.entries()) {
      const reasoning = index === 0 ? before : []
      if (reasoning.length === 0 && signature === null) continue
      this.#store.keep(this.#tokenId, id, { reasoning, signature })
    }
  }
}
