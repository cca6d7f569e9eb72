import { callMarkersIn, markerIn } from './markers.ts'

/**
 * Orders to the sandbox beside the question. A marker in the last user message wins over
 * the channel's setting: `[[sandbox: fault=429 retry-after=2]]`, `[[sandbox: words=500 speed=50 seed=7 tools=2]]`.
 * A call with arguments of one's own has a marker of its own, and may stand there more than once:
 * `[[sandbox-call: write_file {"path":"a.txt","content":"…"}]]`.
 */
export type Orders = {
  readonly fault: Fault | null
  readonly retryAfter: number | null
  /** Bytes after which `cut` cuts. */
  readonly after: number | null
  /** Words of the answer. */
  readonly words: number | null
  /** Tokens a second; 0: as fast as it can. */
  readonly speed: number
  /** By how many per cent pieces come earlier or later. */
  readonly jitter: number
  /** Tool calls at once; null: one, when the words ask for it. */
  readonly tools: number | null
  /** Calls word for word, of those tools among them that the request offers. */
  readonly calls: readonly OrderedCall[]
  /** Words of reasoning; null: as many as the model has. */
  readonly reasoning: number | null
  /** Tokens of the input that were in the prompt cache, and that were written to it. */
  readonly cached: number
  readonly written: number
  /** The model declines to answer. */
  readonly refuse: boolean
  /** Refuses a turn after tool calls whose reasoning does not come back signed, as some vendors do. */
  readonly signed: boolean
  readonly seed: string
  /** Milliseconds of `slow-first-byte` and `silence`, and of the making of a film. */
  readonly delayMs: number | null
  /** How a task ends: `[[sandbox: task=failed delay-ms=500]]`. */
  readonly task: TaskEnd | null
}

/** A success is none of them. `never`: it goes on for ever. `lost`: it is forgotten. The others are of what is told or fetched. */
export const taskEnds = ['failed', 'never', 'lost', 'html', 'wrong-file'] as const
export type TaskEnd = (typeof taskEnds)[number]

export type OrderedCall = { readonly name: string; readonly arguments: string }

const faults = [
  '400',
  '401',
  '402',
  '403',
  '404',
  '429',
  '500',
  '502',
  '503',
  '529',
  'error-in-200',
  'cut',
  'no-usage',
  'absurd-usage',
  'negative-usage',
  'slow-first-byte',
  'silence',
  'empty',
  'empty-body',
  'broken-json',
  'wrong-content-type',
  'html',
  'reset',
] as const

export type Fault = (typeof faults)[number]

export function ordersOf(marked: string, settings: Readonly<Record<string, unknown>>): Orders {
  const marker = markerIn(marked, 'sandbox') ?? ''
  const pairs = marker
    .trim()
    .split(/\s+/)
    .map((pair) => pair.split('='))
  const asked = new Map(pairs.map(([name = '', value = '']) => [name, value]))
  const text = (name: string): string | null => {
    const value = asked.get(name) ?? settings[name]
    return typeof value === 'string' || typeof value === 'number' ? String(value) : null
  }
  const whole = (name: string): number | null => {
    const value = Number(text(name) ?? Number.NaN)
    return Number.isSafeInteger(value) && value >= 0 ? value : null
  }
  const fault = text('fault')
  return {
    fault: faults.find((name) => name === fault) ?? null,
    retryAfter: whole('retry-after'),
    after: whole('after'),
    words: whole('words') ?? whole('tokens'),
    speed: whole('speed') ?? 0,
    jitter: whole('jitter') ?? 0,
    tools: whole('tools'),
    calls: callMarkersIn(marked),
    reasoning: whole('reasoning'),
    cached: whole('cached') ?? 0,
    written: whole('written') ?? 0,
    refuse: text('refuse') === '1',
    signed: text('signed') === '1',
    seed: text('seed') ?? '',
    delayMs: whole('delay-ms'),
    task: taskEnds.find((name) => name === text('task')) ?? null,
  }
}
