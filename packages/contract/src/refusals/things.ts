import type { RefusalText } from './refusal-text.ts'

export const things = {
  'token.not-found': { status: 200, zh: '令牌不存在', en: 'Token not found' },
  'token.too-many': {
    status: 200,
    zh: '最多只能有 {limit} 个令牌，请先删除一些',
    en: 'You can have at most {limit} tokens. Delete some first',
  },
  'token.cannot-enable-expired': {
    status: 200,
    zh: '令牌已过期，请先修改过期时间',
    en: 'The token has expired; change its expiry first',
  },
  'token.cannot-enable-exhausted': {
    status: 200,
    zh: '令牌额度已用尽，请先修改剩余额度',
    en: 'The token is exhausted; change its remaining quota first',
  },
  'token.reveal-off': {
    status: 200,
    zh: '管理员关闭了查看密钥，请轮换密钥',
    en: 'Revealing keys is turned off; rotate the key instead',
  },
  'token.group-unknown': {
    status: 200,
    zh: '没有分组 {group}，或不对你开放',
    en: 'There is no group {group}, or it is not open to you',
  },
  'channel.not-found': { status: 200, zh: '渠道不存在', en: 'Channel not found' },
  'channel.not-copied': {
    status: 200,
    zh: '渠道的类型未知，无法复制',
    en: 'A channel of an unknown type cannot be copied',
  },
  'channel.key-not-found': {
    status: 200,
    zh: '渠道没有这个密钥',
    en: 'The channel has no such key',
  },
  'channel.last-key': {
    status: 200,
    zh: '渠道至少要保留一个密钥：请先添加新的密钥，或删除渠道',
    en: 'A channel needs at least one key. Add another key first, or delete the channel.',
  },
  'channel.no-model-to-test': {
    status: 200,
    zh: '请先设置测试模型',
    en: 'Please set up the test model first',
  },
  'channel.test-task': {
    status: 200,
    zh: '测试会生成并支付一张图片或一首歌曲，因此不提供测试',
    en: 'This type has no test: it would create and pay for a picture or a song.',
  },
  'channel.test-failed': {
    status: 200,
    zh: '用 {model} 测试失败：{message}',
    en: 'The test of {model} failed: {message}',
  },
  'channel.address-refused': {
    status: 200,
    zh: '不允许访问地址 {address}',
    en: 'The address {address} is not allowed',
  },
  'channel.tag-not-found': {
    status: 200,
    zh: '没有带这个标签的渠道',
    en: 'No channel has this tag',
  },
  'channel.secrets-again': {
    status: 200,
    zh: '地址、代理或请求头有改动：请重新填写密钥，或再次输入密码',
    en: 'The address, the proxy or the headers changed: enter the key again, or confirm your password',
  },
  'secret.again': {
    status: 200,
    zh: '地址有改动：请重新填写密钥，或再次输入密码',
    en: 'The address changed: enter the secret again, or confirm your password',
  },
  'secret.enter': {
    status: 200,
    zh: '地址有改动：请重新填写密钥',
    en: 'The address changed: enter the secret again',
  },
  'channel.models-not-listed': {
    status: 200,
    zh: '获取模型列表失败：{message}',
    en: 'Failed to get model list: {message}',
  },
  'channel.changed': {
    status: 200,
    zh: '渠道在此期间被修改，请重新比较',
    en: 'The channel was changed in the meantime. Compare again.',
  },
  'channel.many-models': {
    status: 200,
    zh: '一个渠道最多 {limit} 个模型',
    en: 'A channel can have at most {limit} models',
  },
  'channel.no-balance-call': {
    status: 200,
    zh: '{name} 没有用密钥查询余额的接口',
    en: '{name} has no call that tells the balance of a key',
  },
  'channel.no-enabled-key': {
    status: 200,
    zh: '渠道没有启用的密钥',
    en: 'The channel has no enabled key',
  },
  'channel.balance-unlimited': {
    status: 200,
    zh: '上游没有给密钥 {key} 设置额度上限，因此没有余额',
    en: 'The supplier sets no limit for the key {key}, so there is no balance',
  },
  'channel.balance-mixed': {
    status: 200,
    zh: '密钥的余额币种不同（{currencies}），无法相加',
    en: 'The balances of the keys are in different currencies ({currencies}) and cannot be added',
  },
  'channel.balance-many-keys': {
    status: 200,
    zh: '启用的密钥超过 {limit} 个，不查询余额',
    en: 'Balances are not requested for more than {limit} enabled keys',
  },
  'channel.balance-not-told': {
    status: 200,
    zh: '查询密钥 {key} 的余额失败：{message}',
    en: 'Failed to get the balance of the key {key}: {message}',
  },
  'group.not-found': { status: 200, zh: '用户组不存在', en: 'User group not found' },
  'group.symbol-taken': { status: 200, zh: '标识已被占用', en: 'This symbol is taken' },
  'group.default': {
    status: 200,
    zh: '默认用户组不能删除或禁用',
    en: 'The default group cannot be deleted or disabled',
  },
  'group.in-use': {
    status: 200,
    zh: '用户组正在使用：{users} 个用户、{channels} 个渠道、{tokens} 个令牌',
    en: 'The group is in use: {users} users, {channels} channels, {tokens} tokens',
  },
  'price.not-found': {
    status: 200,
    zh: '没有模型 {model} 的价格',
    en: 'There is no price for {model}',
  },
  'price.list-format': {
    status: 200,
    zh: '数据格式不正确',
    en: 'Data format is incorrect',
  },
  'price.list-unreachable': {
    status: 200,
    zh: '获取价格列表失败：{message}',
    en: 'The price list could not be fetched: {message}',
  },
  'price.undo-nothing': {
    status: 200,
    zh: '没有可撤销的修改：价格已被再次修改',
    en: 'There is nothing to undo: the prices were changed again since',
  },
  'price.exists': {
    status: 200,
    zh: '模型名称不能重复：{model}',
    en: 'Model names cannot be repeated: {model}',
  },
  'log.not-found': { status: 200, zh: '日志不存在', en: 'Log entry not found' },
  'log.clean-up-future': {
    status: 200,
    zh: '不能清理到未来的时间，请选择过去的时间',
    en: 'A clean-up cannot reach into the future. Choose a moment in the past',
  },
  'log.nothing-charged': {
    status: 200,
    zh: '这一行没有扣费，无可退还',
    en: 'This entry has no charge, so there is nothing to refund',
  },
  'log.refunded': {
    status: 200,
    zh: '这笔扣费已经退还过',
    en: 'This charge has already been refunded',
  },
  'log.still-open': {
    status: 200,
    zh: '这次调用还没有结束，请稍后再试',
    en: 'This call has not ended yet; try again later',
  },
  'log.refund-late': {
    status: 200,
    zh: '扣费已超过 {days} 天，不能退还；请改为调整余额',
    en: 'The charge is more than {days} days old and cannot be refunded. Adjust the balance instead',
  },
  'series.too-long': {
    status: 200,
    zh: '时间段超过 {limit} 个，请缩短范围或加大步长',
    en: 'More than {limit} steps. Shorten the range or choose a longer step',
  },
  'option.unknown': { status: 200, zh: '没有设置项 {key}', en: 'There is no setting {key}' },
  'option.invalid': {
    status: 200,
    zh: '设置项 {key} 的值无效：{reason}',
    en: 'The value of {key} is not valid: {reason}',
  },
  'option.locked': {
    status: 200,
    zh: '已有资金流水，{key} 不能再修改',
    en: '{key} cannot change once money has moved',
  },
} as const satisfies Record<string, RefusalText>
