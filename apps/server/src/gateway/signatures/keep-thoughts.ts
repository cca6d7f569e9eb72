import type { ModelEvent } from '@posthouse/llm/event'
import type { ReasoningPart } from '@posthouse/llm/request'
import type { SignatureStore } from './signature-store.ts'

type Call = { readonly id: string; readonly signature: string | null }

/** Looks on while an answer goes out, and keeps what was signed beside its tool calls. */
export class ThoughtKeeper {
  readonly #store: SignatureStore
  readonly #tokenId: bigint
  #open = ''
  #reasoning: ReasoningPart[] = []
  #calls: Call[] = []

  constructor(store: SignatureStore, tokenId: bigint) {
    this.#store = store
    this.#tokenId = tokenId
  }

  see(event: ModelEvent): void {
    if (event.kind === 'reasoning') this.#think(event)
    else if (event.kind === 'tool-call' && event.id !== null) {
      this.#calls.push({ id: event.id, signature: event.signature ?? null })
    } else if (event.kind === 'end') this.#keep()
  }

  #think(event: Extract<ModelEvent, { kind: 'reasoning' }>): void {
    this.#open += event.text
    if (event.signature === null) return
    this.#reasoning.push({
      kind: 'reasoning',
      text: this.#open,
      signature: event.signature,
      ...(event.redacted === true ? { redacted: true } : {}),
      ...(event.id === undefined ? {} : { id: event.id }),
    })
    this.#open = ''
  }

  /** Some suppliers want theirs back although they do not sign them. */
  #thoughts(): readonly ReasoningPart[] {
    return this.#open === ''
      ? this.#reasoning
      : [...this.#reasoning, { kind: 'reasoning', text: this.#open, signature: null }]
  }

  /** The thoughts stand with the first call, each signature with its own. */
  #keep(): void {
    const thoughts = this.#thoughts()
    for (const [index, { id, signature }] of this.#calls.entries()) {
      const reasoning = index === 0 ? thoughts : []
      if (reasoning.length === 0 && signature === null) continue
      this.#store.keep(this.#tokenId, id, { reasoning, signature })
    }
  }
}
