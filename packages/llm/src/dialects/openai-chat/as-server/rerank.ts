import type { RerankAnswer, RerankRequest } from '../../../operations/rerank.ts'
import type { PieceAsServer } from '../../../operations/piece.ts'
import { fieldsOf } from '../../../parts/fields.ts'
import { wrong } from '../../wrong.ts'

/** See `as-client/rerank.ts`. */
export const rerank: PieceAsServer<RerankRequest, RerankAnswer> = {
  request: (body, { model }) => {
    const fields = fieldsOf(body)
    if (fields === null) return wrong('documents', 'a JSON object is expected')
    return { ok: true, value: { request: { body: { ...fields, model } }, dropped: [] } }
  },
  answer: ({ answer }) => answer,
  usage: () => ({}),
  usageRequired: false,
}
