export const priceMessages = {
  'price.type': { zh: '类型只能是tokens或times', en: 'The type can only be tokens or times' },
  'price.channel-type': { zh: '渠道类型 不能为空', en: 'Channel type cannot be empty' },
  'price.model': { zh: '模型名称不能为空', en: 'Model name cannot be empty' },
  'price.input': { zh: '输入倍率必须大于等于0', en: 'Input multiplier must be ≥ 0' },
  'price.percent': {
    zh: '百分比须在 -100 到 9999 之间，且不能为 0',
    en: 'Enter a percentage from -100 to 9999, other than 0',
  },
  'price.fetch-first': { zh: '请先获取数据', en: 'Please fetch data first' },
  'price.kind-name': {
    zh: '类别名称只能用小写字母和下划线，例如 size',
    en: 'Use lowercase letters and underscores, for example size',
  },
  'price.kind-value': {
    zh: '请填写不含空格的值，例如 1024x1024',
    en: 'Enter a value without spaces, for example 1024x1024',
  },
  'price.kinds-most': { zh: '每行须有 1 到 4 个类别', en: 'Enter 1 to 4 attributes per line' },
  'price.kind-twice': {
    zh: '已有一行相同条件的价格',
    en: 'Another line has the same conditions',
  },
  'price.day': {
    zh: '请填写日期（UTC 零点）',
    en: 'Enter a date (midnight UTC)',
  },
  'price.until-after': {
    zh: '结束日期须晚于开始日期',
    en: 'The end must be after the start',
  },
  'price.from-needed': {
    zh: '请填写开始日期，输入和输出的基本价格没有结束日期',
    en: 'Enter a start date. The base price of this meter has no end',
  },
  'price.from-twice': {
    zh: '已有一行相同条件的价格从这一天开始',
    en: 'Another line with the same conditions starts on this day',
  },
  'price.call-other': {
    zh: '请填写其他规格的价格，否则不在列表中的规格会免费',
    en: 'Set a price for all other kinds. Without it, kinds that are not listed are free',
  },
  'price.output': { zh: '输出倍率必须大于等于0', en: 'Output multiplier must be ≥ 0' },
} as const
