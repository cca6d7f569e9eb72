/** The places of usage in what a supplier sends, for whoever tells another figure there and leaves every other byte. */
export type UsagePlaces = {
  readonly name: string
  /** Another spelling of the name; null: it has one alone. */
  readonly otherSpelling: string | null
  /** Fields of compatible servers that have it as well, as an object or as a list of them. */
  readonly copies: readonly string[]
  /** Events of a stream that have it. The first is that of the whole; others tell of the beginning alone. */
  readonly inFrames: readonly [FramePlace, ...FramePlace[]]
}

export type FramePlace = {
  /** Types of the events; null: any chunk may be one. */
  readonly types: readonly string[] | null
  /** The field that holds it; null: it stands at the top. */
  readonly inside: string | null
}

/** A stream without a last frame: every chunk may be the last, and repeats the usage. */
export type OpenEnd = {
  /** A frame with room for usage alone. */
  readonly emptyFrame: string
  /** The service tier that a usage names; null: it names none. */
  readonly tierIn: (usage: unknown) => string | null
}
