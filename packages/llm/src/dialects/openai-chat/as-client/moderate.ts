import type { ModerateAnswer, ModerateRequest } from '../../../operations/moderate.ts'
import type { PieceAsClient } from '../../../operations/piece.ts'
import { listOf } from '../../../bytes/fields.ts'

import { failureInWhole } from './stream.ts'

/** Moderation: https://platform.openai.com/docs/api-reference/moderations. It reports no usage. */
export const moderate: PieceAsClient<ModerateRequest, ModerateAnswer> = {
  body: ({ body }) => body,
  renamed: (_, { model }) => ({ model }),
  failure: failureInWhole,
  gives: ({ results }) => listOf(results).length > 0,
  answer: (answer) => ({ answer }),
  usageField: 'usage',

  longList: 'results',
}
