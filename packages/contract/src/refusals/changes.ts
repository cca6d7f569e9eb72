import type { RefusalText } from './refusal-text.ts'

export const changes = {
  'bulk.count-changed': {
    status: 200,
    zh: '筛选结果已变为 {found} 条（你看到的是 {expected} 条），请刷新后重试',
    en: 'The filter now finds {found}, not the {expected} that you saw; refresh and try again',
  },
  'bulk.too-many': {
    status: 200,
    zh: '一次最多处理 {limit} 条，请缩小筛选范围',
    en: 'At most {limit} rows at once; narrow the filter',
  },
  'undo.gone': {
    status: 200,
    zh: '已无法撤销：超过 10 分钟，或已撤销过',
    en: 'Too late to undo: ten minutes have passed, or it was undone already',
  },
  'undo.changed': {
    status: 200,
    zh: '未撤销：其中有内容在此后又被修改',
    en: 'Not undone: something among it has been changed since',
  },
} as const satisfies Record<string, RefusalText>
