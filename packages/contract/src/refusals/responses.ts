import type { RefusalText } from './refusal-text.ts'

/** Stored responses and conversations. English texts follow OpenAI's wording where it has one. */
export const responses = {
  'response.not-found': {
    status: 404,
    zh: '找不到 id 为 {id} 的响应',
    en: "Response with id '{id}' not found.",
  },
  'response.previous': {
    status: 400,
    zh: '找不到 id 为 {id} 的上一个响应',
    en: "Previous response with id '{id}' not found.",
  },
  'response.elsewhere': {
    status: 503,
    zh: '保存 {id} 的渠道当前无法用模型 {model} 继续',
    en: 'The channel that keeps {id} cannot go on from it with {model} now',
  },
  'response.unreachable': {
    status: 503,
    zh: '保存 {id} 的渠道当前不可用',
    en: 'The channel that keeps {id} is not available now',
  },
  'response.background': {
    status: 400,
    zh: '该请求不能在后台（background）运行：{reason}',
    en: 'This cannot run in the background: {reason}',
  },
  'response.not-cancellable': {
    status: 400,
    zh: '只能取消在后台（background）运行的响应',
    en: 'Cannot cancel a synchronous response.',
  },
  'response.keeping-off': {
    status: 400,
    zh: '本站不保存响应和会话',
    en: 'This site keeps no responses and no conversations',
  },
  'conversation.not-found': {
    status: 404,
    zh: '找不到 id 为 {id} 的会话',
    en: "Conversation with id '{id}' not found.",
  },
  'conversation.full': {
    status: 400,
    zh: '会话内容超过 {limit} 字节的上限',
    en: 'The conversation is over the limit of {limit} bytes',
  },
  'conversation.too-many': {
    status: 400,
    zh: '保存的会话过多，请先删除一些',
    en: 'Too much is kept in conversations: delete some first',
  },
  'item.not-found': {
    status: 404,
    zh: '找不到 id 为 {id} 的条目',
    en: "Item with id '{id}' not found.",
  },
} as const satisfies Record<string, RefusalText>
