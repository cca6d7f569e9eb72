import { type Fields, fieldsOf, numberOf, objectsIn, textOf } from '@posthouse/llm/bytes/fields'
import { dataOf, type FrameRun } from '@posthouse/llm/bytes/framing'
import { jsonOf } from '../scan/scan.ts'

/** Calls that are told apart. Beyond that every name counts. */
const keptMax = 2_000

/** Names and calls seen so far. Plain data that grows in place. */
export type NamesTold = Set<string>

/**
 * Names of the calls in a stream of OpenAI's chat, which count as output. A name that is repeated with every fragment of its call counts
 * once. Stateful, for one stream.
 */
export class CallNames {
  readonly told: NamesTold

  /** `told` continues the state of another instance. */
  constructor(told: NamesTold = new Set()) {
    this.told = told
  }

  /** New names in a run, JSON-escaped. `text` is the run as latin1. */
  of({ ends }: Pick<FrameRun, 'ends'>, text: string): string[] {
    if (!text.includes('"name"')) return []
    return ends.flatMap((end, at) => this.#inFrame(text.slice(ends[at - 1] ?? 0, end)))
  }

  #inFrame(frame: string): string[] {
    if (!frame.includes('"name"')) return []
    const chunk = fieldsOf(jsonOf(dataOf(frame) ?? '')) ?? {}
    return objectsIn(chunk['choices']).flatMap((choice) => this.#inChoice(choice))
  }

  #inChoice({ index, delta }: Fields): string[] {
    const { tool_calls: calls, function_call: single } = fieldsOf(delta) ?? {}
    const made = fieldsOf(single)
    return [...objectsIn(calls), ...(made === null ? [] : [{ function: made }])].flatMap(
      (call, at) => {
        const name = textOf(fieldsOf(call['function'] ?? call['custom'])?.['name']) ?? ''
        const place = `${numberOf(index) ?? 0} ${numberOf(call['index']) ?? at}`
        const isNew = name !== '' && this.#isNew(place, textOf(call['id']) ?? '', name)
        return isNew ? [JSON.stringify(name).slice(1, -1)] : []
      },
    )
  }

  /** A new id starts a call; without ids, a new name at its index does. */
  #isNew(place: string, id: string, name: string): boolean {
    const named = JSON.stringify([place, name])
    const key = id === '' ? named : JSON.stringify([place, name, id])
    const isNew = !this.told.has(key)
    if (this.told.size < keptMax) this.told.add(key).add(named)
    return isNew
  }
}
