import { type Fields, fieldsOf, numberOf, objectsIn, textOf } from '@posthouse/llm/bytes/fields'
import { dataOf, type FrameRun } from '@posthouse/llm/bytes/framing'
import { jsonOf } from '../scan/scan.ts'

/** So many calls are told apart; of more, every name counts. */
const keptMax = 2_000

/** Names, and the calls that they were told of. Plain data, which grows in place. */
export type NamesTold = Set<string>

/**
 * The names of the calls in a stream of OpenAI's chat, which the model wrote as well. Some suppliers repeat one beside
 * every fragment of its call: it counts once. Has state; is used once.
 */
export class CallNames {
  readonly told: NamesTold

  /** `told`: what another has left. */
  constructor(told: NamesTold = new Set()) {
    this.told = told
  }

  /** Names as they stand in the JSON of a run. `text`: its bytes as latin1. */
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

  /** An id that is new begins a call; without one a name does that is new in its place. */
  #isNew(place: string, id: string, name: string): boolean {
    const named = JSON.stringify([place, name])
    const key = id === '' ? named : JSON.stringify([place, name, id])
    const isNew = !this.told.has(key)
    if (this.told.size < keptMax) this.told.add(key).add(named)
    return isNew
  }
}
