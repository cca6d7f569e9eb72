import type { z } from 'zod'
import { priceMessages } from './price-messages.ts'
import type { Language } from './errors.ts'

/**
 * Messages under a form's field, also sent by the server in `fields`. Schemas refer to a message by its key. Messages
 * for rules of the specification must keep its exact wording.
 */
export const fieldMessages = {
  'field.required': { zh: '不能为空', en: 'Required' },
  'field.json': { zh: '必须是有效的JSON字符串', en: 'Must be a valid JSON string' },
  'field.json-object': {
    zh: '必须是 JSON 对象，如 {"a":1}',
    en: 'Must be a JSON object, such as {"a":1}',
  },
  'field.twice': { zh: '同一个名称出现了两次', en: 'A name is there twice' },
  'field.url': {
    zh: '必须是以 http:// 或 https:// 开头的地址',
    en: 'Must be an address that starts with http:// or https://',
  },
  'field.base-url': {
    zh: '不是有效的地址，只能有主机、端口和路径',
    en: 'Not a valid address, which has a host, a port and a path, nothing else',
  },
  'field.webhook-secret': {
    zh: '必须是 whsec_ 加 24 到 64 字节的 base64',
    en: 'Must be whsec_ and 24 to 64 bytes in base64',
  },
  'field.key': {
    zh: '只能包含可打印的 ASCII 字符',
    en: 'Must have printable ASCII characters only',
  },
  'field.proxy': {
    zh: '必须是 http、https 或 socks5 代理地址',
    en: 'Must be an http, https or socks5 proxy address',
  },
  'field.text': { zh: '必须是文本', en: 'Must be text' },
  'field.list': { zh: '必须是列表', en: 'Must be a list' },
  'field.number': { zh: '必须是数字', en: 'Must be a number' },
  'field.whole': { zh: '必须是整数', en: 'Must be a whole number' },
  'field.too-long': {
    zh: '不能超过 {bound} 个字符',
    en: 'Must have at most {bound} characters',
  },
  'field.at-least': { zh: '必须大于等于{bound}', en: 'Must be ≥ {bound}' },
  'field.at-most': { zh: '必须小于等于{bound}', en: 'Must be ≤ {bound}' },
  'field.too-many': { zh: '不能超过 {bound} 项', en: 'Must have at most {bound} entries' },
  'field.address': { zh: '必须是 IP 地址或 CIDR', en: 'Must be an IP address or a CIDR range' },
  'field.wildcard': {
    zh: '通配符 * 只能是最后一个字符，且前面至少有一个字符',
    en: '* may only be the last character, with at least one before it',
  },
  'field.multiplier': {
    zh: '必须是小数，最多六位小数',
    en: 'Must be a decimal number with at most six places',
  },
  'field.hidden': {
    zh: '请重新填写被隐藏的值',
    en: 'Enter the hidden value again',
  },
  'field.characters': {
    zh: '不能包含控制字符或换行',
    en: 'Must not contain control characters or line breaks',
  },
  'field.header': {
    zh: '必须是合法的请求头名称，值为一行文本',
    en: 'Must be valid header names, each with one line of text',
  },
  'field.header-name': { zh: '必须是合法的请求头名称', en: 'Must be a valid header name' },
  'field.header-value': { zh: '必须是一行文本', en: 'Must be one line of text' },
  'field.cost-price': {
    zh: '必须是“输入 / 输出”的每百万 Token 美元价格（如 0.15 / 0.6），或每次调用的美元价格（如 0.03）',
    en: 'Must be input / output in dollars per million tokens, such as 0.15 / 0.6, or dollars per call, such as 0.03',
  },
  'field.header-reserved': {
    zh: '渠道不能设置 Host、Content-Length、Connection 等决定请求如何发送的请求头',
    en: 'A channel cannot set a header that decides how a call is sent, such as Host, Content-Length or Connection',
  },
  'field.mapping': {
    zh: '必须是模型名称到模型名称的映射',
    en: 'Must map names of models to names of models',
  },
  'field.plugin': {
    zh: 'dialects 必须是方言列表，output_limit 必须是 max_tokens 或 max_completion_tokens，reasoning_effort 必须是 true 或 false，input_usage 必须是 own_prompt 或 as_reported，sandbox 必须是对象',
    en: 'dialects must be a list of dialects, output_limit max_tokens or max_completion_tokens, reasoning_effort true or false, input_usage own_prompt or as_reported, sandbox an object',
  },
  'field.version': {
    zh: '必须是 API 版本，如 2024-10-21、preview 或 v1beta',
    en: 'Must be an API version, such as 2024-10-21, preview or v1beta',
  },
  'field.past': { zh: '必须晚于现在', en: 'Must be in the future' },
  'field.time-zone': { zh: '没有这个时区', en: 'There is no such time zone' },
  'field.invalid': { zh: '无效', en: 'Not valid' },
  'list.order': { zh: '不支持按该字段排序', en: 'This list cannot be sorted by that field' },
  'list.size': { zh: '每页最多 100 行', en: 'A page has at most 100 rows' },
  'login.username': { zh: '用户名或邮箱 不能为空', en: 'Username or e-mail is required' },
  'login.password': { zh: '密码 不能为空', en: 'Password is required' },
  'user.username': { zh: '用户名不能为空', en: 'Username is required' },
  'user.username-short': {
    zh: '用户名不能小于 3 个字符',
    en: 'Username must be at least 3 characters',
  },
  'user.password-short': {
    zh: '密码不能小于 8 个字符',
    en: 'Password must be at least 8 characters',
  },
  'user.username-characters': {
    zh: '用户名不能包含空格、@ 或控制字符',
    en: 'Username must not contain spaces, @ or control characters',
  },
  'user.email': { zh: '邮箱不能为空', en: 'Email is required' },
  'user.email-format': { zh: '必须是有效的Email地址', en: 'Must be a valid email address' },
  'user.passwords-differ': { zh: '两次输入的密码不一致', en: 'Passwords do not match' },
  'user.password-again': { zh: '请再次输入密码', en: 'Confirm the password' },
  'user.code': { zh: '验证码不能为空', en: 'Verification code is required' },
  'user.group': { zh: '用户组 不能为空', en: 'User group cannot be empty' },
  'group.symbol': { zh: '标识 不能为空', en: 'Symbol is required' },
  'group.symbol-characters': {
    zh: '只能包含字母、数字、点、连字符和下划线',
    en: 'Letters, digits, dots, hyphens and underscores only',
  },
  'group.name': { zh: '名称 不能为空', en: 'Name is required' },
  'group.ratio': { zh: '倍率 不能为空', en: 'Ratio is required' },
  'group.unknown': { zh: '没有这个用户组', en: 'There is no such user group' },
  'user.quota': { zh: '额度不能小于 0', en: 'Quota cannot be less than 0' },
  'token.name': { zh: '名称 不能为空', en: 'Name is required' },
  'token.remaining': {
    zh: '剩余额度不能小于 0',
    en: 'Remaining quota cannot be less than 0',
  },
  'redemption.name': { zh: '名称 不能为空', en: 'Name is required' },
  'redemption.count': { zh: '数量必须大于等于1', en: 'Count must be ≥ 1' },
  'redemption.key': { zh: '请输入兑换码', en: 'Enter a redemption code' },
  'channel.name': { zh: '名称 不能为空', en: 'Name is required' },
  'channel.type': { zh: '类型 不能为空', en: 'Type cannot be empty' },
  'channel.type-unknown': { zh: '没有这个渠道类型', en: 'There is no such channel type' },
  'channel.key': { zh: '密钥 不能为空', en: 'Key cannot be empty' },
  'channel.account-key': {
    zh: '每行密钥应为 ACCOUNT_ID|API_TOKEN',
    en: 'Each key must be ACCOUNT_ID|API_TOKEN',
  },
  'channel.service-account': {
    zh: '密钥应为服务账号的 JSON 密钥，含 client_email、private_key 和 project_id',
    en: 'Each key must be the JSON key of a service account with client_email, private_key and project_id',
  },
  'channel.region': {
    zh: '必须是区域（如 us-central1 或 global），以及项目 ID 或留空',
    en: 'Must be a region, such as us-central1 or global, and a project ID or nothing',
  },
  'channel.models': { zh: '模型 不能为空', en: 'Models cannot be empty' },
  'channel.groups': { zh: '用户组 不能为空', en: 'User groups cannot be empty' },
  'channel.base-url': { zh: '渠道API地址 不能为空', en: 'Base URL cannot be empty' },
  'channel.priority': { zh: '优先级不能小于 0', en: 'Priority cannot be less than 0' },
  'channel.cost': {
    zh: '成本（%）须在 0 到 1000 之间，最多两位小数',
    en: 'Cost (%) must be from 0 to 1,000, with two decimals at most',
  },
  'channel.weight': { zh: '权重不能小于 1', en: 'Weight cannot be less than 1' },
  ...priceMessages,
  'payment.type': { zh: '类型 不能为空', en: 'Type is required' },
  'payment.name': { zh: '名称 不能为空', en: 'Name is required' },
  'payment.icon': { zh: '图标 不能为空', en: 'Icon is required' },
  'payment.currency': { zh: '货币 不能为空', en: 'Currency is required' },
  'payment.currency-of-type': {
    zh: '该网关只支持人民币',
    en: 'This kind of gateway takes yuan only',
  },
  'payment.not-below-zero': { zh: '不能小于 0', en: 'Must not be below 0' },
  'payment.fee-decimals': {
    zh: '最多四位小数',
    en: 'Must have at most four decimal places',
  },
  'payment.amount': {
    zh: '充值金额必须是大于 0 的整数',
    en: 'Enter a whole number above 0',
  },
  'payment.amount-most': {
    zh: '充值金额不能大于 1000000',
    en: 'Top up 1000000 at most',
  },
  'payment.reason': { zh: '请填写原因', en: 'Give a reason' },
  'payment.rate': {
    zh: '必须是大于 0 的小数，最多六位小数',
    en: 'Must be a decimal number above 0 with at most six places',
  },
  'payment.discounts': {
    zh: '必须是金额到折扣的映射，折扣大于 0 且不大于 1，如 {"100":0.9}',
    en: 'Must map amounts to multipliers above 0 and not above 1, such as {"100":0.9}',
  },
  'telegram.command': { zh: '命令 不能为空', en: 'Command is required' },
  'telegram.command-characters': {
    zh: '只能包含小写字母、数字和下划线',
    en: 'Small letters, digits and underscores only',
  },
  'telegram.command-built-in': {
    zh: '这是机器人自带的命令',
    en: 'The bot has this command itself',
  },
  'telegram.description': { zh: '描述 不能为空', en: 'Description is required' },
  'telegram.parse-mode': {
    zh: '消息类型只能是 MarkdownV2、Markdown 或 HTML',
    en: 'The message type must be MarkdownV2, Markdown or HTML',
  },
  'telegram.reply-message': { zh: '消息内容 不能为空', en: 'Message content is required' },
  'telegram.markup': {
    zh: 'Telegram 无法识别此格式，请检查未闭合的标记和未转义的字符',
    en: 'Telegram cannot read this. Check for marks that are not closed and characters that are not escaped',
  },
} as const satisfies Record<string, { zh: string; en: string }>

export type FieldMessage = keyof typeof fieldMessages

/** The key of a field's message, followed by its number if it has one. */
export type FieldFault = FieldMessage | `${Bounded} ${number}`

type Bounded = 'field.at-least' | 'field.at-most' | 'field.too-long' | 'field.too-many'

const isFieldMessage = (text: string): text is FieldMessage => Object.hasOwn(fieldMessages, text)

/** The text of a fault. Any other text is returned unchanged. `written` formats the number in the reader's language. */
export function faultText(
  fault: string,
  language: Language,
  written: (bound: number) => string = String,
): string {
  const [key = '', bound = ''] = fault.split(' ')
  return isFieldMessage(key)
    ? fieldMessages[key][language].replace('{bound}', () => written(Number(bound)))
    : fault
}

/**
 * Validates input, in forms and on the server. Each issue includes its input, so that a missing field can be
 * distinguished from one of the wrong type.
 */
export const check = <Checked, Given>(
  schema: z.ZodType<Checked, Given>,
  given: unknown,
): z.ZodSafeParseResult<Checked> => schema.safeParse(given, { reportInput: true })

const kinds: Readonly<Record<string, FieldMessage>> = {
  number: 'field.number',
  int: 'field.whole',
  string: 'field.text',
  array: 'field.list',
}

const tooBig: Readonly<Record<string, Bounded>> = {
  string: 'field.too-long',
  array: 'field.too-many',
}

/** The message of a zod issue: the schema's own, or one that fits the kind of issue. */
function faultOf(issue: z.core.$ZodIssue): FieldFault {
  if (isFieldMessage(issue.message)) return issue.message
  if (issue.code === 'invalid_type') {
    return issue.input == null ? 'field.required' : (kinds[issue.expected] ?? 'field.invalid')
  }
  if (issue.code === 'too_big') {
    return `${tooBig[issue.origin] ?? 'field.at-most'} ${Number(issue.maximum)}`
  }
  if (issue.code !== 'too_small') return 'field.invalid'
  return ['string', 'array'].includes(issue.origin)
    ? 'field.required'
    : `field.at-least ${Number(issue.minimum) + (issue.inclusive === false ? 1 : 0)}`
}

/** Faults by field path (`limits.models`, or empty for the whole input), in order. */
export type FieldFaults = Readonly<Record<string, FieldFault>>

/** Far more than a form shows. */
const faultsMost = 100

/** The first fault of a field wins. */
export function fieldFaults(error: z.ZodError): FieldFaults {
  const faults: Record<string, FieldFault> = {}
  for (const issue of error.issues.slice(0, faultsMost))
    faults[issue.path.map(String).join('.')] ??= faultOf(issue)
  return faults
}

export const faultTexts = (faults: FieldFaults, language: Language): Record<string, string> =>
  Object.fromEntries(
    Object.entries(faults).map(([path, fault]) => [path, faultText(fault, language)]),
  )

/** All faults on one line, each after its field's name. A single fault may omit the name when its text includes it. */
export function faultsLine(faults: FieldFaults, language: Language): string {
  const entries = Object.entries(faults)
  return entries
    .map(([path, fault]) => {
      const text = faultText(fault, language)
      const namesItself = entries.length === 1 && !path.includes('.') && !fault.startsWith('field.')
      return path === '' || namesItself ? text : faultOfField(path, text, language)
    })
    .join(language === 'zh' ? '；' : '; ')
}

export const faultOfField = (name: string, text: string, language: Language): string =>
  `${name}${language === 'zh' ? '：' : ': '}${text}`
