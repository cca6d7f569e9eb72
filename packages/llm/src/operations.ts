import type { DialectName, SpokenDialect } from './canonical/dialect.ts'
import { dialects, spokenBySuppliers } from './dialects.ts'
import { chat } from './operations/chat.ts'
import { compact } from './operations/compact.ts'
import { completions } from './operations/completions.ts'
import { count } from './operations/count.ts'
import { embed } from './operations/embed.ts'
import { edit, image, vary } from './operations/image.ts'
import { moderate } from './operations/moderate.ts'
import { rerank } from './operations/rerank.ts'
import { speech } from './operations/speech.ts'
import { draw, music, video } from './operations/video.ts'
import { transcribe, translate } from './operations/transcribe.ts'
import type { Operation, OperationName } from './operations/operation.ts'
import { between, type PieceTranslation } from './operations/piece.ts'

/** Every operation by its name. */
export const operations: Readonly<Record<OperationName, Operation>> = {
  chat,
  completions,
  compact,
  embed,
  image,
  edit,
  vary,
  moderate,
  rerank,
  speech,
  video,
  draw,
  music,
  transcribe,
  translate,
  count,
}

/** A dialect has words for an operation. */
export const speaks = (dialect: SpokenDialect, operation: OperationName): boolean =>
  spokenBySuppliers[dialect].asClient.paths[operation] !== undefined

/** An operation between a client's dialect and a supplier's; null: one of the two has no words for it. */
type PieceTranslator = (client: DialectName, supplier: SpokenDialect) => PieceTranslation | null

/** Operations whose answers come in one piece, and that clients have. */
const pieces: Readonly<Partial<Record<OperationName, PieceTranslator>>> = {
  embed: (client, supplier) => {
    const { embed: asServer } = dialects[client].asServer
    const { embed: asClient } = spokenBySuppliers[supplier].asClient
    return asServer === null || asClient === null ? null : between(asServer, asClient)
  },
  image: (client, supplier) => {
    const { image: asServer } = dialects[client].asServer
    const { image: asClient } = spokenBySuppliers[supplier].asClient
    return asServer === undefined || asClient === undefined ? null : between(asServer, asClient)
  },
  edit: (client, supplier) => {
    const { edit: asServer } = dialects[client].asServer
    const { edit: asClient } = spokenBySuppliers[supplier].asClient
    return asServer === undefined || asClient === undefined ? null : between(asServer, asClient)
  },
  vary: (client, supplier) => {
    const { edit: asServer } = dialects[client].asServer
    const { edit: asClient } = spokenBySuppliers[supplier].asClient
    if (asServer === undefined || asClient === undefined || !speaks(supplier, 'vary')) return null
    return between(asServer, asClient)
  },
  moderate: (client, supplier) => {
    const { moderate: asServer } = dialects[client].asServer
    const { moderate: asClient } = spokenBySuppliers[supplier].asClient
    return asServer === undefined || asClient === undefined ? null : between(asServer, asClient)
  },
  rerank: (client, supplier) => {
    const { rerank: asServer } = dialects[client].asServer
    const { rerank: asClient } = spokenBySuppliers[supplier].asClient
    return asServer === undefined || asClient === undefined ? null : between(asServer, asClient)
  },
}

/** The asking of one at a supplier and its answer to a client; null: it is none, or there is no way between the two. */
export const pieceBetween = (
  operation: OperationName,
  client: DialectName,
  supplier: SpokenDialect,
): PieceTranslation | null => pieces[operation]?.(client, supplier) ?? null
