import type { ModelOperation } from '@posthouse/contract/model-facts'
import { Refusal } from '@posthouse/contract/refusal'
import type { DialectName } from '@posthouse/llm/canonical/dialect'
import type { OperationName } from '@posthouse/llm/operations/operation'
import { type ClientSurface, clientSurfaces } from '@posthouse/llm/surfaces/client-surfaces'

/** Operation and dialect of an endpoint. Tasks have no dialect. */
export type PathTarget = {
  readonly path: string
  readonly operation: OperationName
  readonly dialect: DialectName | null
}

const tasks: readonly (readonly [string, RegExp, OperationName])[] = [
  ['/v1/videos', /^\/(v1\/videos|kling)(\/|$)/, 'video'],
  ['/mj/submit/imagine', /^\/mj(-fast|-relax|-turbo)?\//, 'draw'],
  ['/suno/submit/music', /^\/suno\//, 'music'],
]

const geminiActions: Readonly<Record<string, ClientSurface>> = {
  generateContent: clientSurfaces.gemini,
  streamGenerateContent: clientSurfaces.gemini,
  embedContent: clientSurfaces.geminiEmbedding,
  batchEmbedContents: clientSurfaces.geminiEmbeddings,
}

/** Refuses 404 for an endpoint without a model. */
export function pathTarget(path: string): PathTarget {
  const task = tasks.find(([, pattern]) => pattern.test(path))
  if (task !== undefined) return { path, operation: task[2], dialect: null }
  const surface =
    Object.values<ClientSurface>(clientSurfaces).find(({ paths }) =>
      paths.includes(path.replace(/^\/openai(?=\/v1\/)/, '')),
    ) ?? geminiActions[/^\/(?:gemini\/)?v1(?:beta|alpha)?\/.+:(\w+)$/.exec(path)?.[1] ?? '']
  if (surface === undefined) throw new Refusal('request.not-found', { path })
  return { path, operation: surface.operation, dialect: surface.dialect }
}

/** Usual endpoint of an operation. */
export function usualPath(operation: ModelOperation | null): string {
  const task = tasks.find(([, , made]) => made === operation)
  if (task !== undefined) return task[0]
  const surfaces = Object.values<ClientSurface>(clientSurfaces)
  const [path] = surfaces.find((surface) => surface.operation === operation)?.paths ?? []
  return path ?? clientSurfaces.openAiChat.paths[0]
}
