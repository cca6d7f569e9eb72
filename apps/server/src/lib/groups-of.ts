/** A list in groups of at most `most`, in its order. */
export const groupsOf = <Each>(list: readonly Each[], most: number): readonly Each[][] =>
  Array.from({ length: Math.ceil(list.length / most) }, (_, at) =>
    list.slice(at * most, (at + 1) * most),
  )
