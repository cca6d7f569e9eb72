import type { Source } from './request.ts'

/** The source behind an address: a `data:` one holds its bytes itself. */
export const sourceOf = (url: string): Source => {
  const data = /^data:([^;,]+);base64,(.*)$/s.exec(url)
  return data === null
    ? { kind: 'url', url }
    : { kind: 'data', mediaType: data[1] ?? '', base64: data[2] ?? '' }
}

/** The address of a source; of one that its supplier keeps, the id. */
export const urlOf = (source: Source): string => {
  switch (source.kind) {
    case 'url':
      return source.url
    case 'id':
      return source.id
    case 'data':
      return `data:${source.mediaType};base64,${source.base64}`
  }
}
