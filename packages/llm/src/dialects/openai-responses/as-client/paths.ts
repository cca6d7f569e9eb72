import type { Paths } from '../../dialect-shape.ts'

/** https://platform.openai.com/docs/api-reference/responses */
export const paths: Paths = {
  chat: () => '/responses',
  compact: () => '/responses/compact',
  count: () => '/responses/input_tokens',
}
