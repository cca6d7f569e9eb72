import type { RefusalText } from './refusal-text.ts'

/** Responses and conversations that are kept. English as OpenAI words it, where it has words. */
export const responses = {
  'response.not-found': {
    status: 404,
    zh: '没有 id 为 {id} 的响应',
    en: "Response with id '{id}' not found.",
  },
  'response.previous': {
    status: 400,
    zh: '没有 id 为 {id} 的上一个响应',
    en: "Previous response with id '{id}' not found.",
  },
  'response.elsewhere': {
    status: 503,
    zh: '保存 {id} 的渠道当前不能以模型 {model} 继续',
    en: 'The channel that keeps {id} cannot go on from it with {model} now',
  },
  'response.unreachable': {
    status: 503,
    zh: '保存 {id} 的渠道当前不可用',
    en: 'The channel that keeps {id} is not available now',
  },
  'response.background': {
    status: 400,
    zh: '该请求不能以 background 运行：{reason}',
    en: 'This cannot run in the background: {reason}',
  },
  'response.not-cancellable': {
    status: 400,
    zh: '只能取消以 background 创建的响应',
    en: 'Cannot cancel a synchronous response.',
  },
  'response.keeping-off': {
    status: 400,
    zh: '本站不保存响应和会话',
    en: 'This site keeps no responses and no conversations',
  },
  'conversation.not-found': {
    status: 404,
    zh: '没有 id 为 {id} 的会话',
    en: "Conversation with id '{id}' not found.",
  },
  'conversation.full': {
    status: 400,
    zh: '会话超过上限 {limit} 字节',
    en: 'The conversation is over the limit of {limit} bytes',
  },
  'item.not-found': {
    status: 404,
    zh: '没有 id 为 {id} 的条目',
    en: "Item with id '{id}' not found.",
  },
} as const satisfies Record<string, RefusalText>
