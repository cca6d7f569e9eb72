import type { RefusalText } from './refusal-text.ts'

export const upstream = {
  'model.required': { status: 400, zh: '缺少字段 {field}', en: 'The field {field} is required' },
  'model.field': {
    status: 400,
    zh: '字段 {field} 无效：{reason}',
    en: 'The field {field} is not valid: {reason}',
  },
  'model.not-allowed': {
    status: 403,
    zh: '令牌不允许使用模型 {model}',
    en: 'This token may not use the model {model}',
  },
  'model.unknown': { status: 404, zh: '没有模型 {model}', en: 'The model {model} does not exist' },
  'model.operation': {
    status: 400,
    zh: '模型 {model} 不能用于此接口',
    en: 'The model {model} cannot be used at this address',
  },
  'model.operation-at': {
    status: 400,
    zh: '模型 {model} 不能用于此接口，请使用 {address}',
    en: 'The model {model} cannot be used at this address; call {address}',
  },
  'model.unpriced': {
    status: 503,
    zh: '模型 {model} 尚未定价，请联系管理员',
    en: 'The model {model} has no price yet; ask the administrator',
  },
  'route.none': {
    status: 503,
    zh: '模型 {model} 当前没有可用渠道',
    en: 'No channel can serve {model} now',
  },
  'route.pin': {
    status: 503,
    zh: '指定的渠道 {channel} 不能服务该请求',
    en: 'The pinned channel {channel} cannot serve this request',
  },
  'upstream.rejected': { status: 400, zh: '上游拒绝了请求：{message}', en: '{message}' },
  'upstream.busy': {
    status: 429,
    zh: '上游繁忙，请在 {seconds} 秒后重试',
    en: 'The upstream is busy, try again in {seconds} seconds',
  },
  'upstream.failed': {
    status: 502,
    zh: '上游出错：{message}',
    en: 'The upstream failed: {message}',
  },
  'upstream.unavailable': {
    status: 503,
    zh: '上游暂不可用：{message}',
    en: 'The upstream is unavailable: {message}',
  },
  'upstream.timeout': {
    status: 504,
    zh: '上游超时：{seconds} 秒内没有响应',
    en: 'The upstream sent nothing for {seconds} seconds',
  },
} as const satisfies Record<string, RefusalText>
