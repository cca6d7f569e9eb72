/** A file of tests, as vitest knows it. */
export type Asked = { readonly suite: 'ports' | 'sqlite' | 'unit'; readonly file: string }

/** One fault: a file and what to make of it. An edit that changes nothing is stale and fails. */
export type Fault = {
  readonly name: string
  readonly file: string
  readonly edit: (text: string) => string
  /** The only test that is asked, and its suite: it takes too long to be asked of every fault. */
  readonly asked?: Asked
}
