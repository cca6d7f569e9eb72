import type { Paths } from '../../dialect-shape.ts'

/** https://platform.claude.com/docs/en/api/messages */
export const paths: Paths = {
  chat: () => '/messages',
  count: () => '/messages/count_tokens',
}
