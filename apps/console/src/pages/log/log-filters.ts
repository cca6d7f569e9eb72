import { channelTypes } from '@posthouse/contract/channel-type'
import { logType } from '@posthouse/contract/log'
import type { FilterSpec } from '../../noun/noun.ts'
import { logTypeName, statusChoices } from '../../ui/status.ts'

const kinds = [
  logType.consumption,
  logType.error,
  logType.refund,
  logType.topUp,
  logType.management,
  logType.system,
]

/** What the log can be filtered by; administrators have more. */
export const logFilters = [
  { name: 'model_name', kind: 'text', label: 'log.model', placeholder: 'log.search' },
  {
    name: 'log_type',
    kind: 'segments',
    label: 'log.type',
    choices: statusChoices(kinds, logTypeName),
  },
  {
    name: 'result',
    kind: 'choice',
    label: 'log.result',
    choices: [
      { value: 'succeeded', word: 'log.callSucceeded' },
      { value: 'failed', word: 'log.callFailed' },
      { value: 'refused', word: 'log.callRefused' },
    ],
  },
  { name: 'error_code', kind: 'text', label: 'log.errorCode' },
  { name: 'min_seconds', kind: 'text', label: 'log.minSeconds' },
  { name: 'min_quota', kind: 'text', label: 'log.minQuota' },
  { name: 'token_name', kind: 'text', label: 'log.token' },
  { name: 'request_id', kind: 'text', label: 'log.requestId' },
  {
    name: 'doubted',
    kind: 'choice',
    label: 'log.doubts',
    choices: [{ value: '1', word: 'log.doubted' }],
  },
  { name: 'start_timestamp', kind: 'time', label: 'log.from' },
  { name: 'end_timestamp', kind: 'time', label: 'log.until' },
  { name: 'username', kind: 'text', label: 'log.user', only: 'administrators' },
  { name: 'channel_id', kind: 'choice', label: 'log.channel', only: 'administrators' },
  { name: 'user_group', kind: 'choice', label: 'log.userGroup', only: 'administrators' },
  {
    name: 'channel_type',
    kind: 'choice',
    label: 'log.supplier',
    only: 'administrators',
    choices: channelTypes.map((type) => ({ value: String(type.number), label: type.name })),
  },
  { name: 'source_ip', kind: 'text', label: 'log.address', only: 'administrators' },
] as const satisfies readonly FilterSpec[]

export type LogFilter = (typeof logFilters)[number]['name']
