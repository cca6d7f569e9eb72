/*
 * A backtracking matcher that counts its steps, so that a test can detect an expression whose work grows faster than
 * the text. It supports the syntax that our expressions use, and throws for anything else.
 */

type Node =
  | Character
  | { readonly kind: 'assertion'; readonly holds: (text: string, at: number) => boolean }
  | { readonly kind: 'look'; readonly negative: boolean; readonly inner: Node }
  | { readonly kind: 'sequence'; readonly parts: readonly Node[] }
  | { readonly kind: 'choice'; readonly options: readonly Node[] }
  | Repeat

type Character = {
  readonly kind: 'character'
  readonly fits: (character: string) => boolean
}

type Repeat = {
  readonly kind: 'repeat'
  readonly inner: Node
  readonly min: number
  readonly max: number
  readonly lazy: boolean
}

/** A text for which the work grows faster than its length. `null` when none is found. */
export function hardText(pattern: RegExp): string | null {
  const parsed = parse(pattern)
  for (const { before, pump } of parsed.texts) {
    for (const end of ['\u0001', '']) {
      const steps = (times: number): number =>
        stepsOf(parsed.root, before + pump.repeat(times) + end)
      const most = steps(60)
      // When the work grows linearly, its second difference is zero.
      if (most >= stepsMost || most - 2 * steps(40) + steps(20) > 200)
        return before + pump.repeat(3) + end
    }
  }
  return null
}

const stepsMost = 200_000

/** The steps of one search, as `exec` makes it. Infinity when there are too many to count. */
export function searchSteps(pattern: RegExp, text: string): number {
  const { root } = parse(pattern)
  const work: Work = { text, steps: 0 }
  const from = pattern.global || pattern.sticky ? pattern.lastIndex : 0
  for (let at = from; at <= text.length && work.steps < stepsMost; at += 1) {
    if (run(root, at, work, () => true) || pattern.sticky) break
  }
  return work.steps < stepsMost ? work.steps : Infinity
}

/** The steps of a global search through the text. */
function stepsOf(root: Node, text: string): number {
  const work: Work = { text, steps: 0 }
  let at = 0
  while (at <= text.length && work.steps < stepsMost) {
    let end = -1
    const found = run(root, at, work, (place) => {
      end = place
      return true
    })
    at = found && end > at ? end : at + 1
  }
  return work.steps
}

type Work = { readonly text: string; steps: number }
type Rest = (at: number) => boolean

function run(node: Node, at: number, work: Work, rest: Rest): boolean {
  work.steps += 1
  if (work.steps >= stepsMost) return true
  switch (node.kind) {
    case 'character':
      return isAt(node, at, work) && rest(at + 1)
    case 'assertion':
      return node.holds(work.text, at) && rest(at)
    case 'look':
      return run(node.inner, at, work, () => true) !== node.negative && rest(at)
    case 'choice':
      return node.options.some((option) => run(option, at, work, rest))
    case 'sequence':
      return runAll(node.parts, 0, work, rest)(at)
    case 'repeat':
      return node.inner.kind === 'character'
        ? runCharacters(node, node.inner, at, work, rest)
        : runRepeat(node, 0, work, rest)(at)
  }
}

const isAt = ({ fits }: Character, at: number, { text }: Work): boolean =>
  at < text.length && fits(text.charAt(at))

const runAll =
  (parts: readonly Node[], from: number, work: Work, rest: Rest): Rest =>
  (at) => {
    const part = parts[from]
    return part === undefined ? rest(at) : run(part, at, work, runAll(parts, from + 1, work, rest))
  }

const runRepeat =
  (node: Repeat, done: number, work: Work, rest: Rest): Rest =>
  (at) => {
    const again = (): boolean =>
      done < node.max &&
      run(node.inner, at, work, (next) => next > at && runRepeat(node, done + 1, work, rest)(next))
    if (done < node.min) return again()
    return node.lazy ? rest(at) || again() : again() || rest(at)
  }

/** Avoids a stack frame per character. */
// oxlint-disable-next-line max-params -- the parts of one step
function runCharacters(
  { min, max, lazy }: Repeat,
  inner: Character,
  at: number,
  work: Work,
  rest: Rest,
): boolean {
  const isNext = (count: number): boolean => count < max && isAt(inner, at + count, work)
  let count = 0
  while (isNext(count) && (!lazy || count < min)) {
    count += 1
    work.steps += 1
  }
  for (; count >= min && work.steps < stepsMost; count += lazy ? 1 : -1) {
    if (rest(at + count)) return true
    work.steps += 1
    if (lazy && !isNext(count)) return false
  }
  return work.steps >= stepsMost
}

type Parsed = { readonly root: Node; readonly texts: readonly Hostile[] }

type Hostile = { readonly before: string; readonly pump: string }

/** Parses an expression, and collects repetitions of its own parts that may be slow to match. */
function parse({ source, flags }: RegExp): Parsed {
  const reader = new Reader(source, flags.replaceAll(/[gyd]/g, ''))
  const root = reader.choice()
  if (!reader.isDone) throw new Error(`/${source}/: ${reader.place} is not read`)
  return { root, texts: hostileTo(root) }
}

class Reader {
  readonly #source: string
  readonly #flags: string
  place = 0

  constructor(source: string, flags: string) {
    this.#source = source
    this.#flags = flags
  }

  get isDone(): boolean {
    return this.place === this.#source.length
  }

  choice(): Node {
    const options = [this.#sequence()]
    while (this.#take(/\|/y) !== null) options.push(this.#sequence())
    const [only] = options
    return options.length === 1 && only !== undefined ? only : { kind: 'choice', options }
  }

  #sequence(): Node {
    const parts: Node[] = []
    while (!this.isDone && !'|)'.includes(this.#source.charAt(this.place))) {
      parts.push(this.#quantified(this.#atom()))
    }
    return { kind: 'sequence', parts }
  }

  #quantified(inner: Node): Node {
    const sign = this.#take(/[*+?]|\{\d+(?:,\d*)?\}/y)
    if (sign === null) return inner
    const lazy = this.#take(/\?/y) !== null
    const [min, max] = boundsOf(sign)
    return { kind: 'repeat', inner, min, max, lazy }
  }

  #atom(): Node {
    const behind = this.#take(
      /\(\?<[=!](?:\\.|\[(?:\\.|[^\]])*\]|\([^()]*\)|[^()[\]\\])*\)|\\[bB]|[$^]/y,
    )
    if (behind !== null) return { kind: 'assertion', holds: this.#native(behind) }
    const group = this.#take(/\((?:\?(?:[:=!]|<\w+>))?/y)
    if (group !== null) {
      const inner = this.choice()
      if (this.#take(/\)/y) === null) throw new Error(`/${this.#source}/: no end of a group`)
      const isLook = group === '(?=' || group === '(?!'
      return isLook ? { kind: 'look', negative: group === '(?!', inner } : inner
    }
    const written = this.#take(
      /\[(?:\\.|[^\]\\])*\]|\\(?:u\{[^}]+\}|u\w{4}|x\w{2}|[pP]\{[^}]+\}|c\w|[^1-9k])|[^\\]/suy,
    )
    if (written === null) throw new Error(`/${this.#source}/: ${this.place} is not read`)
    return { kind: 'character', fits: this.#fits(written) }
  }

  #native(source: string): (text: string, at: number) => boolean {
    const pattern = new RegExp(source, `${this.#flags}y`)
    return (text, at) => {
      pattern.lastIndex = at
      return pattern.test(text)
    }
  }

  #fits(source: string): (character: string) => boolean {
    const pattern = new RegExp(`^(?:${source})$`, this.#flags.replace('m', ''))
    const known = new Map<string, boolean>()
    return (character) => {
      const before = known.get(character)
      if (before !== undefined) return before
      const fits = pattern.test(character)
      known.set(character, fits)
      return fits
    }
  }

  #take(pattern: RegExp): string | null {
    pattern.lastIndex = this.place
    const found = pattern.exec(this.#source)?.[0] ?? null
    if (found !== null) this.place += found.length
    return found
  }
}

/** Bounds are reduced, so that a few repetitions show how the work grows. */
function boundsOf(sign: string): [number, number] {
  if (sign === '*') return [0, Infinity]
  if (sign === '+') return [1, Infinity]
  if (sign === '?') return [0, 1]
  const [least = '', most = least] = sign.slice(1, -1).split(',')
  const min = Math.min(boundMost, Number(least))
  return [min, most === '' ? Infinity : Math.min(boundMost, Number(most))]
}

const boundMost = 4

function hostileTo(root: Node): Hostile[] {
  const letters = charactersIn(root)
  const shared = characters.filter(
    (character) => letters.filter(({ fits }) => fits(character)).length > 1,
  )
  const own = letters.map((letter) => sampleOf(letter))
  const found = [...runsIn(root, '')]
  const befores = new Set(found.map(({ before }) => before))
  const single = [...new Set([...shared.slice(0, 4), ...own])].flatMap((pump) =>
    [...befores].map((before) => ({ before, pump })),
  )
  const all = [...found, ...single].filter(({ pump }) => pump !== '')
  return [...new Map(all.map((one) => [JSON.stringify(one), one])).values()]
}

/** All runs of consecutive parts, each with a text that leads to it. */
function* runsIn(node: Node, before: string): Generator<Hostile> {
  if (node.kind === 'choice') for (const option of node.options) yield* runsIn(option, before)
  if (node.kind === 'repeat') yield* runsIn(node.inner, before)
  if (node.kind !== 'sequence') return
  const samples = node.parts.map(sampleOf)
  for (const [from, part] of node.parts.entries()) {
    yield* runsIn(part, before + samples.slice(0, from).join(''))
  }
  const words = wordsOf(node.parts)
  for (const from of words.keys()) {
    const lead = before + words.slice(0, from).join('')
    for (let to = from + 1; to <= words.length; to += 1) {
      const pump = words.slice(from, to).join('')
      yield { before: lead, pump }
      yield { before: '', pump }
    }
  }
}

/** Joins consecutive characters into words. */
function wordsOf(parts: readonly Node[]): string[] {
  const words: string[] = []
  for (const [at, part] of parts.entries()) {
    const goesOn = part.kind === 'character' && parts[at - 1]?.kind === 'character'
    if (goesOn) words.push((words.pop() ?? '') + sampleOf(part))
    else words.push(sampleOf(part))
  }
  return words
}

function charactersIn(node: Node): Character[] {
  if (node.kind === 'character') return [node]
  if (node.kind === 'choice') return node.options.flatMap(charactersIn)
  if (node.kind === 'sequence') return node.parts.flatMap(charactersIn)
  return node.kind === 'repeat' || node.kind === 'look' ? charactersIn(node.inner) : []
}

const characters = [
  ...Array.from(' 0a-./:"[({<_=@\\`*\''),
  ...Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)),
  ...'é—中＝•\u2028\uD83D'.split(''),
]

function sampleOf(node: Node): string {
  switch (node.kind) {
    case 'character':
      return characters.find((character) => node.fits(character)) ?? ''
    case 'sequence':
      return node.parts.map(sampleOf).join('')
    case 'choice':
      return node.options.map(sampleOf).find((sample) => sample !== '') ?? ''
    case 'repeat':
      return sampleOf(node.inner).repeat(Math.min(8, Math.max(1, node.min)))
    case 'assertion':
    case 'look':
      return ''
  }
}
