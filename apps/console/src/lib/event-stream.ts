/** Text that is not a whole frame yet, and the data of the frames that are. */
export type Framed = { readonly rest: string; readonly frames: readonly string[] }

/** Cuts server-sent events out of text that arrives in pieces of any size. */
export function cutFrames(rest: string, piece: string): Framed {
  const text = rest + piece
  const parts = text.split(/\r\n\r\n|\n\n|\r\r/)
  const open = parts.pop() ?? ''
  const frames = parts.map(dataOf).filter((data) => data !== '')
  return { rest: open, frames }
}

const dataOf = (frame: string): string =>
  frame
    .split(/\r\n|\n|\r/)
    .filter((line) => line.startsWith('data:'))
    .map((line) => line.slice(5).replace(/^ /, ''))
    .join('\n')
