const buckets = {
  input: 'charge.buckets.input',
  output: 'charge.buckets.output',
  cache_read: 'charge.buckets.cacheRead',
  cache_write_5m: 'charge.buckets.cacheWrite5m',
  cache_write_1h: 'charge.buckets.cacheWrite1h',
  reasoning: 'charge.buckets.reasoning',
  audio_in: 'charge.buckets.audioIn',
  audio_out: 'charge.buckets.audioOut',
  image_in: 'charge.buckets.imageIn',
  image_out: 'charge.buckets.imageOut',
  call: 'charge.buckets.call',
  character: 'charge.buckets.character',
  second: 'charge.buckets.second',
} as const

const sources = {
  reported: 'charge.sources.reported',
  counted: 'charge.sources.counted',
  partial: 'charge.sources.partial',
  none: 'charge.sources.none',
} as const

const steps = {
  hold: 'charge.stepKinds.hold',
  charge: 'charge.stepKinds.settle',
  settle: 'charge.stepKinds.settle',
  void: 'charge.stepKinds.void',
  collect: 'charge.stepKinds.collect',
  extend: 'charge.stepKinds.extend',
  'write-off': 'charge.stepKinds.writeOff',
  refund: 'charge.stepKinds.refund',
  forgive: 'charge.stepKinds.forgive',
} as const

const failures = {
  '': 'charge.failures.none',
  'rate-limited': 'charge.failures.rateLimited',
  overloaded: 'charge.failures.overloaded',
  timeout: 'charge.failures.timeout',
  connection: 'charge.failures.connection',
  authentication: 'charge.failures.authentication',
  'out-of-credit': 'charge.failures.outOfCredit',
  'not-found': 'charge.failures.notFound',
  'broken-answer': 'charge.failures.brokenAnswer',
  'empty-answer': 'charge.failures.emptyAnswer',
  'bad-request': 'charge.failures.badRequest',
  'address-refused': 'charge.failures.addressRefused',
  'client-left': 'charge.failures.clientLeft',
  'quota-ran-out': 'charge.failures.quotaRanOut',
  'server-failed': 'charge.failures.serverFailed',
  'server-stopped': 'charge.failures.serverStopped',
} as const

const isIn = <Table extends object>(
  table: Table,
  key: string,
): key is Extract<keyof Table, string> => Object.hasOwn(table, key)

export const isBucket = (name: string): boolean => isIn(buckets, name)

/** Catalogue keys of what the ledger names; a name this console is too old for is "other". */
export const bucketWord = (name: string) => (isIn(buckets, name) ? buckets[name] : 'charge.other')
export const sourceWord = (name: string) => (isIn(sources, name) ? sources[name] : 'charge.other')
export const stepWord = (name: string) => (isIn(steps, name) ? steps[name] : 'charge.other')
export const failureWord = (name: string) =>
  isIn(failures, name) ? failures[name] : 'charge.failures.other'
