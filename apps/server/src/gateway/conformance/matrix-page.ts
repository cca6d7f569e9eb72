import { type DialectName, dialectNames } from '@posthouse/llm/dialect'
import { cases } from './cases.ts'

/** What the run found: which cases of a cell held, and what of them the client was told is not carried. */
export type Matrix = {
  passed(cell: Cell, name: string): void
  dropped(cell: Cell, names: readonly string[]): void
  page(): string
}

export type Cell = {
  readonly client: DialectName
  readonly upstream: DialectName
  readonly stream: boolean
}

const titles: Readonly<Record<DialectName, string>> = {
  'openai-chat': 'OpenAI chat',
  'openai-responses': 'OpenAI Responses',
  'anthropic-messages': 'Anthropic Messages',
  gemini: 'Gemini',
}

const short: Readonly<Record<DialectName, string>> = {
  'openai-chat': 'C',
  'openai-responses': 'R',
  'anthropic-messages': 'A',
  gemini: 'G',
}

const keyOf = ({ client, upstream }: Cell): string => `${client} ${upstream}`

/** Gathers the results of a run and writes `docs/dialects.md`. */
export function newMatrix(): Matrix {
  const passes = new Map<string, number>()
  const droppedIn = new Map<string, Set<string>>()
  return {
    passed: (cell, name) => {
      const key = `${keyOf(cell)} ${name}`
      passes.set(key, (passes.get(key) ?? 0) + 1)
    },
    dropped: (cell, names) => {
      const known = droppedIn.get(keyOf(cell)) ?? new Set()
      for (const name of names) known.add(name)
      droppedIn.set(keyOf(cell), known)
    },
    page: () =>
      [
        head,
        caseTable(passes),
        '\n## What cannot be carried\n',
        'Named in `x-posthouse-dropped` of the answer, as the client’s dialect calls it.\n',
        droppedTable(droppedIn),
        '',
      ].join('\n'),
  }
}

const pairs = dialectNames.flatMap((client) =>
  dialectNames.map((upstream) => ({ client, upstream, stream: false })),
)

const head = `# Dialects: every client, every upstream

A client of each dialect over a channel that speaks each: ${dialectNames.map((name) => `${short[name]} is ${titles[name]}`).join(', ')}.
\`C→A\` is a client of OpenAI chat over an upstream that speaks Anthropic Messages. Where both are the same, bytes pass as they
came. Every case is asked whole and streamed; ✓ means that it held both ways: nothing that was asked got lost on the way
unless the client was told, the client’s own dialect read the answer back whole, and what was charged is what it was told.

This page is written by the run (\`apps/server/src/gateway/conformance/\`); a run that finds otherwise fails. What each dialect
means by its frames is held by recorded answers from the vendors’ documentation, in \`packages/llm/cassettes/\`.
`

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`

function caseTable(passes: ReadonlyMap<string, number>): string {
  const heads = pairs.map(({ client, upstream }) => `${short[client]}→${short[upstream]}`)
  return [
    row(['case', ...heads]),
    row(['---', ...heads.map(() => ':-:')]),
    ...cases.map(({ name }) =>
      row([name, ...pairs.map((cell) => (passes.get(`${keyOf(cell)} ${name}`) === 2 ? '✓' : '✗'))]),
    ),
  ].join('\n')
}

function droppedTable(droppedIn: ReadonlyMap<string, ReadonlySet<string>>): string {
  const rows = pairs.flatMap((cell) => {
    const names = [...(droppedIn.get(keyOf(cell)) ?? [])].toSorted()
    return names.length === 0
      ? []
      : [
          row([
            titles[cell.client],
            titles[cell.upstream],
            names.map((name) => `\`${name}\``).join(', '),
          ]),
        ]
  })
  return [row(['client', 'upstream', 'not carried']), row(['---', '---', '---']), ...rows].join(
    '\n',
  )
}
