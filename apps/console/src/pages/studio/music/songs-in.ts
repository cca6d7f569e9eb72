import type { Work, WorkFile } from '@posthouse/contract/calls/works'
import { z } from 'zod'

const Songs = z.array(
  z.object({
    id: z.string(),
    title: z.string().default(''),
    metadata: z
      .object({ tags: z.string().default(''), prompt: z.string().default('') })
      .default({ tags: '', prompt: '' }),
    /** Which of the files is which. */
    places: z.object({
      audio_url: z.number().optional(),
      image_url: z.number().optional(),
    }),
  }),
)
const Lyrics = z.object({ title: z.string().default(''), text: z.string() })

export type Song = {
  readonly id: string
  readonly title: string
  readonly tags: string
  readonly lyrics: string
  readonly sound: WorkFile | undefined
  readonly cover: WorkFile | undefined
}

export function songsIn({ result, files }: Pick<Work, 'result' | 'files'>): readonly Song[] {
  const songs = Songs.safeParse(result['data'])
  if (!songs.success) return []
  const fileAt = (place: number | undefined) =>
    place === undefined ? undefined : files.find(({ name }) => name === String(place))
  return songs.data.map(({ id, title, metadata, places }) => ({
    id,
    title,
    tags: metadata.tags,
    lyrics: metadata.prompt,
    sound: fileAt(places.audio_url),
    cover: fileAt(places.image_url),
  }))
}

/** Lyrics that were written first; null: it is no such work, or they are not there yet. */
export function writtenLyrics({ result }: Pick<Work, 'result'>): z.output<typeof Lyrics> | null {
  const lyrics = Lyrics.safeParse(result['data'])
  return lyrics.success ? lyrics.data : null
}
