import { readFileSync, writeFileSync } from 'node:fs'
import { type DialectName, dialectNames } from '@posthouse/llm/canonical/dialect'

/** Channels by what they ask: a dialect, or chat at another address behind the type OpenAI. */
export const upstreams = [...dialectNames, 'reseller'] as const
export type Upstream = (typeof upstreams)[number]

/** How an agent came through, by channel. */
export type Outcome = {
  readonly agent: string
  readonly version: string
  readonly dialect: DialectName
  readonly passed: Readonly<Record<Upstream, boolean>>
}

const page = new URL('../../../docs/clients.md', import.meta.url)
const [begin, end] = ['<!-- agents: begin -->', '<!-- agents: end -->']

/** Puts the table of the run into the page about clients. */
export function writeOutcome(outcomes: readonly Outcome[]): void {
  const rows = outcomes.map(({ agent, version, dialect, passed }) =>
    [agent, version, dialect, ...upstreams.map((name) => (passed[name] ? '✓' : '✗'))].join(' | '),
  )
  const table = [
    `| agent | version | speaks | ${upstreams.map((name) => `over ${name}`).join(' | ')} |`,
    `|---|---|---|${upstreams.map(() => ':-:').join('|')}|`,
    ...rows.map((row) => `| ${row} |`),
  ].join('\n')
  const text = readFileSync(page, 'utf8')
  const from = text.indexOf(begin) + begin.length
  const to = text.indexOf(end)
  if (to < from) throw new Error('docs/clients.md has lost the place for the table of agents')
  writeFileSync(page, `${text.slice(0, from)}\n\n${table}\n\n${text.slice(to)}`)
}
