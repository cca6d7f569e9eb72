import type { RefusalText } from './refusal-text.ts'

export const request = {
  'request.invalid': { status: 200, zh: '输入有误：{field}', en: 'Invalid input: {field}' },
  'request.bad-json': {
    status: 400,
    zh: '请求体不是有效的 JSON：{reason}',
    en: 'The body is not valid JSON: {reason}',
  },
  'request.bad-form': {
    status: 400,
    zh: '无法读取 multipart 表单：{reason}',
    en: 'The multipart form cannot be read: {reason}',
  },
  'request.form-type': {
    status: 415,
    zh: '需要 Content-Type: multipart/form-data',
    en: 'Content-Type: multipart/form-data is required',
  },
  'request.max-cost': {
    status: 400,
    zh: '请求头 x-posthouse-max-cost 必须是美元金额，例如 0.05',
    en: 'The header x-posthouse-max-cost must be an amount in dollars, for example 0.05',
  },
  'request.too-large': {
    status: 413,
    zh: '请求体超过上限 {limit} 字节',
    en: 'The body is over the limit of {limit} bytes',
  },
  'request.too-many-items': {
    status: 400,
    zh: '请求体中的对象和列表超过 {limit} 个',
    en: 'The body has more than {limit} objects and lists',
  },
  'request.too-many-members': {
    status: 400,
    zh: '请求体中的字段超过 {limit} 个',
    en: 'The body has more than {limit} fields',
  },
  'request.too-many-entries': {
    status: 400,
    zh: '请求体中列表的元素超过 {limit} 个',
    en: 'The lists of the body have more than {limit} entries',
  },
  'request.too-many-values': {
    status: 400,
    zh: '请求体中的值超过 {limit} 个',
    en: 'The body has more than {limit} values',
  },
  'request.media-type': {
    status: 415,
    zh: '需要 Content-Type: application/json',
    en: 'Content-Type: application/json is required',
  },
  'request.upgrade': {
    status: 426,
    zh: '该地址不支持 WebSocket，请使用 HTTP',
    en: 'There is no WebSocket at this address; use HTTP',
  },
  'request.method': {
    status: 405,
    zh: '该地址不支持 {method}',
    en: '{method} is not supported at this address',
  },
  'request.not-found': {
    status: 404,
    zh: '没有这个地址：{path}',
    en: 'There is nothing at {path}',
  },
  'request.timeout': {
    status: 408,
    zh: '请求体未能在规定时间内收完',
    en: 'The body did not arrive in time',
  },
  'request.rate': {
    status: 429,
    zh: '请求次数过多，请在 {seconds} 秒后重试',
    en: 'Too many requests, try again in {seconds} seconds',
  },
} as const satisfies Record<string, RefusalText>
