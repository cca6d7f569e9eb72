import type { EmbedAnswer, EmbedRequest } from '../../operations/embed.ts'
import type { PieceAsClient } from '../../operations/piece.ts'
import { withoutNulls } from '../../bytes/fields.ts'
import { embed as openAis } from '../openai-chat/as-client/embed.ts'
import { rerankUsage } from '../openai-chat/usage.ts'

/** https://docs.voyageai.com/reference/embeddings-api (read 26 November 2026): answered as OpenAI does, asked otherwise. */
export const embed: PieceAsClient<EmbedRequest, EmbedAnswer> = {
  ...openAis,
  body: ({ model, texts, dimensions, purpose }) =>
    withoutNulls({
      model,
      input: texts,
      input_type: purpose === 'query' || purpose === 'document' ? purpose : null,
      output_dimension: dimensions,
    }),
  unsaid: ({ purpose }) =>
    purpose === 'classification' || purpose === 'clustering' ? ['input_type'] : [],
  // It reports one number, which is all input.
  usage: rerankUsage,
}
