export type SeenStream = {
  readonly status: number
  readonly requestId: string
  /** The whole body. */
  readonly raw: string
  readonly text: string
  readonly usage: Readonly<Record<string, unknown>> | null
  readonly error: { readonly code: string; readonly type: string; readonly message: string } | null
  readonly comments: number
  readonly done: boolean
  /** Whether the connection broke in the middle of the body. */
  readonly broken: boolean
}

type Chunk = {
  choices?: { delta?: { content?: string } }[]
  usage?: Record<string, unknown> | null
  error?: SeenStream['error']
}

export async function readStream(response: Response): Promise<SeenStream> {
  const decoder = new TextDecoder()
  let raw = ''
  let broken = false
  try {
    for await (const chunk of response.body ?? []) raw += decoder.decode(chunk, { stream: true })
  } catch {
    broken = true
  }
  return seenIn(raw, {
    status: response.status,
    requestId: response.headers.get('x-request-id') ?? '',
    broken,
  })
}

export function seenIn(
  raw: string,
  facts: Pick<SeenStream, 'status' | 'requestId' | 'broken'>,
): SeenStream {
  const frames = raw.split('\n\n').filter((text) => text !== '')
  const data = frames.filter((text) => text.startsWith('data: ')).map((text) => text.slice(6))
  const chunks = data.filter((text) => text !== '[DONE]').map(chunkOf)
  return {
    ...facts,
    raw,
    text: chunks
      .flatMap((chunk) => chunk.choices ?? [])
      .map(({ delta }) => delta?.content ?? '')
      .join(''),
    usage: chunks.findLast(({ usage }) => usage != null)?.usage ?? null,
    error: chunks.find(({ error }) => error != null)?.error ?? null,
    comments: frames.filter((text) => text.startsWith(':')).length,
    done: data.includes('[DONE]'),
  }
}

/** The last frame may be incomplete. */
function chunkOf(text: string): Chunk {
  try {
    return JSON.parse(text) as Chunk
  } catch {
    return {}
  }
}
