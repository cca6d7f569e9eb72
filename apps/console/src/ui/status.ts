import { channelStatus } from '@posthouse/contract/channel'
import { logType } from '@posthouse/contract/log'
import type { OrderStatus, RefundState } from '@posthouse/contract/order'
import { redemptionStatus } from '@posthouse/contract/redemption'
import type { TaskStatus } from '@posthouse/contract/task'
import { tokenStatus } from '@posthouse/contract/token'

export type Tone = 'success' | 'warning' | 'error' | 'info' | 'violet' | 'muted'

/** How a state looks: its word in the catalogue, its tone, and a glyph for those who see no colour. */
export const statuses = {
  enabled: { word: 'status.enabled', tone: 'success', glyph: '●' },
  disabled: { word: 'status.disabled', tone: 'muted', glyph: '○' },
  testDisabled: { word: 'status.testDisabled', tone: 'warning', glyph: '◐' },
  cooling: { word: 'status.cooling', tone: 'warning', glyph: '▲' },
  expired: { word: 'status.expired', tone: 'error', glyph: '■' },
  exhausted: { word: 'status.exhausted', tone: 'error', glyph: '■' },
  attention: { word: 'status.attention', tone: 'warning', glyph: '▲' },
  done: { word: 'status.done', tone: 'success', glyph: '●' },
  open: { word: 'status.open', tone: 'muted', glyph: '○' },
  unredeemed: { word: 'status.unredeemed', tone: 'info', glyph: '○' },
  redeemed: { word: 'status.redeemed', tone: 'success', glyph: '●' },
  topUp: { word: 'status.topUp', tone: 'success', glyph: '●' },
  consumption: { word: 'status.consumption', tone: 'muted', glyph: '●' },
  management: { word: 'status.management', tone: 'info', glyph: '●' },
  system: { word: 'status.system', tone: 'info', glyph: '●' },
  error: { word: 'status.error', tone: 'error', glyph: '▲' },
  orderPending: { word: 'status.orderPending', tone: 'info', glyph: '◐' },
  orderPaid: { word: 'status.orderPaid', tone: 'success', glyph: '●' },
  orderFailed: { word: 'status.orderFailed', tone: 'error', glyph: '■' },
  orderClosed: { word: 'status.orderClosed', tone: 'muted', glyph: '○' },
  orderRefunding: { word: 'status.orderRefunding', tone: 'warning', glyph: '▲' },
  orderRefunded: { word: 'status.orderRefunded', tone: 'muted', glyph: '○' },
  refund: { word: 'status.refund', tone: 'success', glyph: '●' },
  taskSubmitted: { word: 'status.taskSubmitted', tone: 'violet', glyph: '◔' },
  taskQueued: { word: 'status.taskQueued', tone: 'muted', glyph: '○' },
  taskRunning: { word: 'status.taskRunning', tone: 'info', glyph: '◐' },
  taskSucceeded: { word: 'status.taskSucceeded', tone: 'success', glyph: '●' },
  taskFailed: { word: 'status.taskFailed', tone: 'warning', glyph: '▲' },
  taskExpired: { word: 'status.taskExpired', tone: 'warning', glyph: '■' },
  taskCancelled: { word: 'status.taskCancelled', tone: 'muted', glyph: '■' },
} as const satisfies Record<string, { word: string; tone: Tone; glyph: string }>

export type StatusName = keyof typeof statuses

const byNumber = <Key extends string>(
  numbers: Readonly<Record<Key, number>>,
  number: number,
): Key | undefined => (Object.keys(numbers) as Key[]).find((name) => numbers[name] === number)

export const tokenStatusName = (status: number): StatusName =>
  byNumber(tokenStatus, status) ?? 'attention'

export const redemptionStatusName = (status: number): StatusName =>
  byNumber(redemptionStatus, status) ?? 'attention'

/** A healthy channel that is cooling down is not quite on. */
export const channelStatusName = (status: number, cooling: boolean): StatusName =>
  status === channelStatus.enabled && cooling
    ? 'cooling'
    : (byNumber(channelStatus, status) ?? 'attention')

export const logTypeName = (type: number): StatusName => byNumber(logType, type) ?? 'attention'

const orderNames = {
  pending: 'orderPending',
  success: 'orderPaid',
  failed: 'orderFailed',
  closed: 'orderClosed',
} as const satisfies Record<OrderStatus, StatusName>

/** A refund says more of an order than that it was paid. */
export function orderStatusName(status: OrderStatus, refund: RefundState = 'none'): StatusName {
  if (refund === 'none') return orderNames[status]
  return refund === 'done' ? 'orderRefunded' : 'orderRefunding'
}

const taskNames = {
  submitted: 'taskSubmitted',
  queued: 'taskQueued',
  running: 'taskRunning',
  succeeded: 'taskSucceeded',
  failed: 'taskFailed',
  expired: 'taskExpired',
  cancelled: 'taskCancelled',
} as const satisfies Record<TaskStatus, StatusName>

export const taskStatusName = (status: TaskStatus): StatusName => taskNames[status]

/** States to choose from, by the numbers that a filter takes. */
export const statusChoices = (numbers: readonly number[], nameOf: (status: number) => StatusName) =>
  numbers.map((number) => ({ value: String(number), word: statuses[nameOf(number)].word }))
