type Piece = { readonly words: string; readonly isName: boolean }

/** A text cut into the names that stand alone in it and everything between. */
export function publicNames(text: string, names: readonly string[]): readonly Piece[] {
  const found = [...new Set(names)]
    .filter((name) => name !== '' && text.includes(name))
    // Longer ones first: one may be the beginning of another.
    .toSorted((a, b) => b.length - a.length)
  return found.reduce<readonly Piece[]>(
    (pieces, name) => pieces.flatMap((piece) => (piece.isName ? [piece] : cut(piece.words, name))),
    [{ words: text, isName: false }],
  )
}

function cut(text: string, name: string): Piece[] {
  const pieces: Piece[] = []
  let from = 0
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + name.length)) {
    const end = at + name.length
    if (!standsAlone(text, at, end)) continue
    pieces.push({ words: text.slice(from, at), isName: false }, { words: name, isName: true })
    from = end
  }
  return [...pieces, { words: text.slice(from), isName: false }]
}

/** Not a part of a longer word: that may be a key or an address. */
function standsAlone(text: string, from: number, to: number): boolean {
  const after = text.slice(to, to + 2)
  return !/[\w.+/=:@~-]/.test(text.charAt(from - 1)) && !/^([\w+/=@~-]|[.:][\w/])/.test(after)
}
