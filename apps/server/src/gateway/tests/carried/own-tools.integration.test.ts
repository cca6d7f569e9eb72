import type { DialectName } from '@posthouse/llm/canonical/dialect'
import type { ModelEvent } from '@posthouse/llm/canonical/event'
import { describe, expect, it } from 'vitest'
import { playing, saying } from './played.ts'

/*
 * Codex has a custom tool, whose input is a text, and tools of MCP servers, each server's in a namespace. Suppliers of
 * other dialects know functions alone.
 */

const play = playing()

const suppliers: readonly (readonly [DialectName, number])[] = [
  ['openai-chat', 8],
  ['anthropic-messages', 14],
  ['gemini', 25],
]
const forms = ['whole', 'stream'] as const
const cells = suppliers.flatMap(([dialect, type]) => forms.map((form) => ({ dialect, type, form })))

const patch = '*** Begin Patch\n*** Add File: a.txt\n+"quoted" \\ é 😀\n*** End Patch'
const grammar = 'start: begin_patch hunk+ end_patch'
const lookup = { type: 'object', properties: { q: { type: 'string' } } }
const long = `mcp__${'docs_'.repeat(14)}`

const tools = [
  {
    type: 'custom',
    name: 'apply_patch',
    description: 'Edits files.',
    format: { type: 'grammar', syntax: 'lark', definition: grammar },
  },
  { type: 'function', name: 'lookup', strict: false, parameters: lookup },
  ...['mcp__docs', 'mcp__wiki__', long].map((name) => ({
    type: 'namespace',
    name,
    description: `All of ${name}.`,
    tools: [{ type: 'function', name: 'lookup', parameters: lookup }],
  })),
]

type Sent = { readonly name: string; readonly description?: string }

/** The functions that a supplier was given, and those that its history calls. */
function functionsIn(asked: unknown): { tools: Sent[]; called: Sent[]; text: string } {
  const text = JSON.stringify(asked)
  const body = asked as {
    readonly tools?: readonly {
      readonly function?: Sent
      readonly name?: string
      readonly functionDeclarations?: readonly Sent[]
    }[]
    readonly messages?: readonly {
      readonly tool_calls?: readonly { readonly function: Sent }[]
      readonly content?: string | readonly ({ readonly type: string } & Sent)[]
    }[]
    readonly contents?: readonly {
      readonly parts: readonly { readonly functionCall?: Sent }[]
    }[]
  }
  return {
    text,
    tools: (body.tools ?? []).flatMap(
      (tool) => tool.functionDeclarations ?? [tool.function ?? (tool as Sent)],
    ),
    called: [
      ...(body.messages ?? []).flatMap(({ tool_calls: calls, content }) => [
        ...(calls ?? []).map((call) => call.function),
        ...(Array.isArray(content) ? content : []).filter(({ type }) => type === 'tool_use'),
      ]),
      ...(body.contents ?? []).flatMap(({ parts }) =>
        parts.flatMap(({ functionCall }) => functionCall ?? []),
      ),
    ],
  }
}

type Call = { readonly id: string; readonly name: string; readonly arguments: string }

/** An answer of calls, their arguments in pieces of three characters. */
const calling = (calls: readonly Call[]): ModelEvent[] => [
  { kind: 'start', id: 'r1', model: 'm', created: 1 },
  ...calls.flatMap(({ id, name, arguments: text }, index): ModelEvent[] => {
    const call = { kind: 'tool-call', answer: 0, index } as const
    return [
      { ...call, id, name, arguments: '' },
      ...(text.match(/[^]{1,3}/g) ?? []).map((piece): ModelEvent => ({
        ...call,
        id: null,
        name: null,
        arguments: piece,
      })),
    ]
  }),
  { kind: 'answer-end', answer: 0, reason: 'tool-calls' },
  { kind: 'end' },
]

type Item = Readonly<Record<string, string>>
type Event = {
  readonly type: string
  readonly delta?: string
  readonly input?: string
  readonly item?: Item
  readonly response?: { readonly output: readonly Item[] }
}

const eventsIn = (text: string): Event[] =>
  text.split('\n').flatMap((line) => (line.startsWith('data: ') ? [JSON.parse(line.slice(6))] : []))

const history = [
  { role: 'user', content: 'a' },
  { type: 'custom_tool_call', id: 'ctc_1', call_id: 'c1', name: 'apply_patch', input: patch },
  {
    type: 'function_call',
    call_id: 'c2',
    namespace: 'mcp__wiki__',
    name: 'lookup',
    arguments: '{"q":"b"}',
  },
  { type: 'custom_tool_call_output', call_id: 'c1', output: 'Done' },
  { type: 'function_call_output', call_id: 'c2', output: 'Found' },
]

describe.each(cells)('Codex over $dialect ($form)', ({ dialect, type, form }) => {
  const ask = async (calls: (names: readonly string[]) => readonly Call[], more: object = {}) => {
    const played = await play({ type })
    const body = { tools, input: history, stream: form === 'stream', ...more }
    played.play(saying(dialect, calling([]))[form])
    const first = await played.ask('/v1/responses', body)
    const sent = functionsIn(played.supplier.asked())
    played.play(saying(dialect, calling(calls(sent.tools.map(({ name }) => name))))[form])
    const answer = await played.ask('/v1/responses', body)
    return {
      sent,
      dropped: first.headers.get('x-posthouse-dropped') ?? '',
      text: await answer.text(),
    }
  }

  it('gives its tools as functions, with another name each', async () => {
    const { sent, dropped } = await ask(() => [])
    const names = sent.tools.map(({ name }) => name)
    expect(names.slice(0, 4)).toEqual([
      'apply_patch',
      'lookup',
      'mcp__docs__lookup',
      'mcp__wiki__lookup',
    ])
    expect(names[4]).toMatch(/^mcp__docs_[\w-]{1,54}$/)
    expect(sent.tools[0]?.description).toContain(grammar)
    expect(sent.tools[2]?.description).toBe('All of mcp__docs.')
    expect(dropped).not.toContain('tools')
    expect(dropped).not.toContain('input')
  })

  it('gives its history', async () => {
    const { sent } = await ask(() => [])
    expect(sent.called.map(({ name }) => name)).toEqual(['apply_patch', 'mcp__wiki__lookup'])
    for (const result of ['Done', 'Found', '*** Begin Patch']) expect(sent.text).toContain(result)
  })

  it('hears calls as it made them', async () => {
    const { text } = await ask((names) => [
      { id: 'c3', name: 'apply_patch', arguments: JSON.stringify({ input: patch }) },
      { id: 'c4', name: 'mcp__wiki__lookup', arguments: '{"q":"c"}' },
      { id: 'c5', name: names[4] ?? '', arguments: '{}' },
      { id: 'c6', name: 'lookup', arguments: '{}' },
    ])
    const custom = { type: 'custom_tool_call', name: 'apply_patch', input: patch }
    const called = [
      custom,
      { type: 'function_call', namespace: 'mcp__wiki__', name: 'lookup', arguments: '{"q":"c"}' },
      { type: 'function_call', namespace: long, name: 'lookup' },
      { type: 'function_call', name: 'lookup' },
    ]
    if (form === 'whole') {
      const { output, tools: repeated } = JSON.parse(text)
      expect(output).toMatchObject(called)
      expect(output[3]).not.toHaveProperty('namespace')
      expect(repeated).toMatchObject(tools)
      return
    }
    const events = eventsIn(text)
    const deltas = events.filter(({ type: of }) => of === 'response.custom_tool_call_input.delta')
    expect(deltas.map(({ delta }) => delta).join('')).toBe(patch)
    const dones = events.filter(({ type: of }) => of === 'response.custom_tool_call_input.done')
    expect(dones).toMatchObject([{ input: patch }])
    const added = events.filter(({ type: of }) => of === 'response.output_item.added')
    expect(added.map(({ item }) => [item?.['type'], item?.['namespace']])).toEqual([
      ['custom_tool_call', undefined],
      ['function_call', 'mcp__wiki__'],
      ['function_call', long],
      ['function_call', undefined],
    ])
    expect(added[0]?.item?.['id']).toMatch(/^ctc_/)
    expect(events.at(-1)?.response?.output).toMatchObject(called)
  })

  it.each([
    [{ type: 'custom', name: 'apply_patch' }, 'apply_patch', 5],
    [{ type: 'function', namespace: 'mcp__docs', name: 'lookup' }, 'mcp__docs__lookup', 5],
    [
      {
        type: 'allowed_tools',
        mode: 'required',
        tools: [
          { type: 'namespace', name: 'mcp__docs' },
          { type: 'custom', name: 'apply_patch' },
        ],
      },
      'mcp__docs__lookup',
      2,
    ],
  ])('chooses among them: %j', async (choice, name, count) => {
    const { sent, dropped } = await ask(() => [], { tool_choice: choice })
    expect(sent.tools).toHaveLength(count)
    expect(sent.tools.map((tool) => tool.name)).toContain(name)
    if (count === 5) expect(sent.text.split(`"${name}"`).length).toBeGreaterThan(2)
    expect(dropped).not.toContain('tool_choice')
  })
})

const chatTools = [
  {
    type: 'custom',
    custom: {
      name: 'sql',
      description: 'Asks.',
      format: { type: 'grammar', grammar: { syntax: 'lark', definition: grammar } },
    },
  },
  { type: 'function', function: { name: 'lookup', parameters: lookup } },
]

describe.each(cells.filter(({ dialect }) => dialect !== 'openai-chat'))(
  'a client of chat with a custom tool, over $dialect ($form)',
  ({ dialect, type, form }) => {
    it('asks for it and hears its text', async () => {
      const played = await play({ type })
      const calls = [
        { id: 'c1', name: 'sql', arguments: '{"input":"select \\"a\\"\\n"}' },
        { id: 'c2', name: 'lookup', arguments: '{"q":"b"}' },
        { id: 'c3', name: 'sql', arguments: '{"query":"select 2"}' },
      ]
      played.play(saying(dialect, calling(calls))[form])
      const answer = await played.ask('/v1/chat/completions', {
        stream: form === 'stream',
        tools: chatTools,
        tool_choice: { type: 'custom', custom: { name: 'sql' } },
        messages: [
          { role: 'user', content: 'a' },
          {
            role: 'assistant',
            content: null,
            tool_calls: [{ id: 'c0', type: 'custom', custom: { name: 'sql', input: 'select 1' } }],
          },
          { role: 'tool', tool_call_id: 'c0', content: 'One' },
        ],
      })
      const sent = functionsIn(played.supplier.asked())
      expect(sent.tools.map(({ name }) => name)).toEqual(['sql', 'lookup'])
      expect(sent.tools[0]?.description).toContain(grammar)
      expect(sent.called.map(({ name }) => name)).toEqual(['sql'])
      expect(sent.text).toContain('select 1')
      expect(answer.headers.get('x-posthouse-dropped')).toBeNull()
      const heard = customsIn(await answer.text(), form)
      expect(heard).toEqual({ sql: ['select "a"\n', 'select 2'], lookup: ['{"q":"b"}'] })
    })
  },
)

type ChatCall = {
  readonly index?: number
  readonly custom?: { readonly name?: string; readonly input?: string }
  readonly function?: { readonly name?: string; readonly arguments?: string }
}

const saidIn = ({ custom, function: made }: ChatCall) => ({
  name: custom?.name ?? made?.name ?? '',
  input: custom?.input ?? made?.arguments ?? '',
})

/** What each tool was called with. */
function customsIn(text: string, form: 'whole' | 'stream'): Record<string, string[]> {
  const answers = form === 'whole' ? [JSON.parse(text)] : chunksIn(text)
  const calls = new Map<number, { name: string; input: string }>()
  const fragments: ChatCall[] = answers.flatMap(
    ({ choices: [choice] }) => (choice?.message ?? choice?.delta)?.tool_calls ?? [],
  )
  for (const [at, fragment] of fragments.entries()) {
    const index = fragment.index ?? at
    const known = calls.get(index) ?? { name: '', input: '' }
    const { name, input } = saidIn(fragment)
    calls.set(index, { name: known.name + name, input: known.input + input })
  }
  return groupedInputs([...calls.values()])
}

const chunksIn = (text: string) =>
  text
    .split('\n')
    .flatMap((line) => (line.startsWith('data: {') ? [JSON.parse(line.slice(6))] : []))

function groupedInputs(
  calls: readonly { name: string; input: string }[],
): Record<string, string[]> {
  const grouped: Record<string, string[]> = {}
  for (const { name, input } of calls) (grouped[name] ??= []).push(input)
  return grouped
}

const search = {
  type: 'tool_search',
  execution: 'client',
  description: 'Searches tools.',
  parameters: { type: 'object', properties: { query: { type: 'string' } } },
}
const searched = {
  type: 'tool_search_call',
  execution: 'client',
  call_id: 'c1',
  status: 'completed',
  arguments: { query: 'docs' },
}
const found = {
  type: 'tool_search_output',
  execution: 'client',
  call_id: 'c1',
  status: 'completed',
  tools: [
    {
      type: 'namespace',
      name: 'mcp__docs',
      description: '',
      tools: [{ type: 'function', name: 'lookup', defer_loading: true, parameters: lookup }],
    },
    { type: 'function', name: 'plain', parameters: lookup },
  ],
}

describe.each(cells)('a search among the client’s tools, over $dialect ($form)', (cell) => {
  const itemsOf = async (answer: Response): Promise<readonly object[]> =>
    cell.form === 'whole'
      ? ((await answer.json()) as { output: object[] }).output
      : (eventsIn(await answer.text()).at(-1)?.response?.output ?? [])

  it('is made by the client, and what it found can be called', async () => {
    const played = await play({ type: cell.type })
    const stream = cell.form === 'stream'
    const user = { role: 'user', content: 'a' }
    const first = [{ id: 'c1', name: 'tool_search', arguments: '{"query":"docs"}' }]
    played.play(saying(cell.dialect, calling(first))[cell.form])
    const asked = { tools: [search], input: [user], stream }
    const items = await itemsOf(await played.ask('/v1/responses', asked))
    expect(items).toMatchObject([searched])
    expect(functionsIn(played.supplier.asked()).tools).toMatchObject([{ name: 'tool_search' }])

    const second = [{ id: 'c2', name: 'mcp__docs__lookup', arguments: '{"q":"b"}' }]
    played.play(saying(cell.dialect, calling(second))[cell.form])
    const input = [user, ...items, found, { ...found, type: 'additional_tools' }]
    const answer = await played.ask('/v1/responses', { ...asked, input })
    expect(answer.headers.get('x-posthouse-dropped') ?? '').not.toMatch(/tools|input/)
    expect(await itemsOf(answer)).toMatchObject([
      { type: 'function_call', namespace: 'mcp__docs', name: 'lookup', arguments: '{"q":"b"}' },
    ])
    const sent = functionsIn(played.supplier.asked())
    expect(sent.tools.map(({ name }) => name)).toEqual([
      'tool_search',
      'mcp__docs__lookup',
      'plain',
    ])
    expect(sent.called.map(({ name }) => name)).toEqual(['tool_search'])
    expect(sent.text).toContain('Tools found: mcp__docs__lookup, plain')
  })
})

it.each(forms)('names that OpenAI refuses fit, and are heard as they were (%s)', async (form) => {
  const played = await play({ type: 8 })
  const names = ['files.read', 'n'.repeat(70)]
  const declared = {
    contents: [
      { role: 'user', parts: [{ text: 'a' }] },
      { role: 'model', parts: [{ functionCall: { name: 'files.read', args: {} } }] },
      { role: 'user', parts: [{ functionResponse: { name: 'files.read', response: {} } }] },
    ],
    tools: [{ functionDeclarations: names.map((name) => ({ name, parameters: lookup })) }],
    toolConfig: { functionCallingConfig: { mode: 'ANY', allowedFunctionNames: ['files.read'] } },
  }
  const method = form === 'whole' ? 'generateContent' : 'streamGenerateContent?alt=sse'
  const path = `/v1beta/models/sandbox%2Fchat:${method}`
  played.play(saying('openai-chat', calling([]))[form])
  await played.ask(path, declared)
  const sent = functionsIn(played.supplier.asked())
  for (const { name } of [...sent.tools, ...sent.called]) expect(name).toMatch(/^[\w-]{1,64}$/)
  expect(sent.called[0]?.name).toBe(sent.tools[0]?.name)
  expect(sent.text.split(`"${sent.tools[0]?.name}"`)).toHaveLength(4)
  const calls = sent.tools.map(({ name }, at) => ({ id: `c${at}`, name, arguments: '{}' }))
  played.play(saying('openai-chat', calling(calls))[form])
  const text = await (await played.ask(path, declared)).text()
  for (const name of names) expect(text).toContain(`"name":"${name}"`)
})
