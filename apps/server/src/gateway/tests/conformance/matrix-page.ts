import { type DialectName, dialectNames } from '@posthouse/llm/canonical/dialect'
import { speaks } from '@posthouse/llm/operations'
import { cases } from './cases.ts'
import { recordedAnswers } from './cassettes.ts'

/** The findings of the run: the cases of a cell that held, and what the client was told is not carried. */
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
        '\n## Vectors\n',
        vectors,
        '\n## Recorded answers\n',
        recordedHead,
        recordedTable(),
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

This page is written by the run (\`apps/server/src/gateway/tests/conformance/\`); a run that finds otherwise fails.
`

/** The list of an upstream's fields: one that is not there cannot be carried to it. */
const fieldPages: Readonly<Record<DialectName, string>> = {
  'openai-chat': 'https://platform.openai.com/docs/api-reference/chat/create',
  'openai-responses': 'https://platform.openai.com/docs/api-reference/responses/create',
  'anthropic-messages': 'https://platform.claude.com/docs/en/api/messages',
  gemini: 'https://ai.google.dev/api/generate-content',
}

const recordedHead = `No cell rests on the sandbox alone: these answers were written from the vendors’ pages, kept in \`packages/llm/cassettes/\`, and are
played by a supplier on a real port to clients of all four dialects. Text, reasoning, calls, reasons and failures mean the
same to each; what is charged is what was reported, bucket by bucket; a client of the same dialect gets the bytes as they were
sent, in any reads, with comments, either end of line, and events that nobody knows.
`

const listed = (names: readonly DialectName[]): string =>
  names.map((name) => titles[name]).join(' and ')

/** The dialects that have words for vectors, and those that have none. */
const embedding = dialectNames.filter((name) => speaks(name, 'embed'))
const vectors = `${listed(embedding)} have calls for vectors: \`/v1/embeddings\`, and \`embedContent\` with \`batchEmbedContents\`. Each is tried over
every supplier that has them (\`vectors.integration.test.ts\` beside the run): a supplier of either gets its own words, a client reads its
own answer, and what it is told is what is charged. ${listed(dialectNames.filter((name) => !embedding.includes(name)))} have no such call, so
that their clients ask in OpenAI’s. Not carried to Gemini: \`user\` and texts that are given as tokens, which are refused. Not carried to
OpenAI: \`taskType\`, \`title\` and what else stands beside a content.`

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
            `[${titles[cell.upstream]}](${fieldPages[cell.upstream]})`,
            names.map((name) => `\`${name}\``).join(', '),
          ]),
        ]
  })
  return [row(['client', 'upstream', 'not carried']), row(['---', '---', '---']), ...rows].join(
    '\n',
  )
}

function recordedTable(): string {
  const rows = dialectNames.flatMap((dialect) =>
    recordedAnswers(dialect).map(({ name, about, source }) =>
      row([titles[dialect], name, about, `[page](${source})`]),
    ),
  )
  return [row(['dialect', 'answer', 'what it shows', 'from']), row(['---', '---', '---', '---'])]
    .concat(rows)
    .join('\n')
}
