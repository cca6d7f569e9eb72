import { describe, expect, it } from 'vitest'
import { chatCalls, playing } from './played.ts'

/* One supplier calls a tool under an id that another one refuses: the conversation goes on with either. */

const play = playing()

const call = (id: string, index: number) => ({
  index,
  id,
  type: 'function',
  function: { name: 'Bash', arguments: '{"a":1}' },
})

const messagesWith = (ids: readonly string[]) => ({
  max_tokens: 20,
  messages: [
    { role: 'user', content: 'a' },
    {
      role: 'assistant',
      content: ids.map((id) => ({ type: 'tool_use', id, name: 'Bash', input: { a: 1.5 } })),
    },
    {
      role: 'user',
      content: ids.map((id) => ({ type: 'tool_result', tool_use_id: id, content: 'x' })),
    },
  ],
})

type Block = { readonly type: string; readonly id?: string; readonly tool_use_id?: string }

const idsIn = (asked: unknown): string[] =>
  (asked as { messages: { content: Block[] | string }[] }).messages.flatMap(({ content }) =>
    typeof content === 'string'
      ? []
      : content.flatMap(({ id, tool_use_id: answered }) => id ?? answered ?? []),
  )

describe.each(['whole', 'stream'] as const)('ids of calls (%s)', (form) => {
  it.each(['Bash:0', '', 'x'.repeat(90)])(
    'a client of Messages is told one that is none of %j',
    async (id) => {
      const played = await play({ type: 8 })
      played.play(
        chatCalls({ tool_calls: [call(id, 0), call(id === '' ? '' : `${id}1`, 1)] })[form],
      )
      const answer = await played.ask('/v1/messages', {
        ...messagesWith([]),
        messages: [{ role: 'user', content: 'a' }],
        stream: form === 'stream',
      })
      const ids = [...(await answer.text()).matchAll(/"type":"tool_use","id":"([^"]*)"/g)].map(
        ([, told]) => told,
      )
      expect(ids).toHaveLength(2)
      expect(new Set(ids).size).toBe(2)
      for (const told of ids) expect(told).toMatch(/^[a-zA-Z0-9_-]{1,64}$/)
    },
  )

  it('a client of Responses is told one of 64 characters at most', async () => {
    const played = await play({ type: 8 })
    played.play(chatCalls({ tool_calls: [call('y'.repeat(90), 0)] })[form])
    const answer = await played.ask('/v1/responses', { input: 'a', stream: form === 'stream' })
    const [, told] = /"call_id":"([^"]*)"/.exec(await answer.text()) ?? []
    expect(told).toMatch(/^y+_\w+$/)
    expect(told).toHaveLength(64)
  })
})

const messagesAnswer = {
  whole: {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'm',
    content: [{ type: 'text', text: 'b' }],
    stop_reason: 'end_turn',
    stop_sequence: null,
    usage: { input_tokens: 5, output_tokens: 1 },
  },
}

describe('a history that another supplier wrote', () => {
  it('is mended for Claude, where a client of Messages asks it', async () => {
    const played = await play({ type: 14 })
    played.play(messagesAnswer)
    const ids = ['Bash:0', 'toolu_1', '', 'z'.repeat(70)]
    const answer = await played.ask('/v1/messages', messagesWith(ids))
    expect(answer.status).toBe(200)
    const sent = idsIn(played.supplier.asked())
    expect(sent.slice(0, 4)).toEqual(sent.slice(4))
    expect(new Set(sent).size).toBe(4)
    expect(sent[1]).toBe('toolu_1')
    for (const id of sent) expect(id).toMatch(/^[a-zA-Z0-9_-]{1,64}$/)
    await played.ask('/v1/messages', messagesWith(ids))
    expect(idsIn(played.supplier.asked())).toEqual(sent)
  })

  it('goes out as it came when nothing is wrong with it', async () => {
    const played = await play({ type: 14 })
    played.play(messagesAnswer)
    await played.ask('/v1/messages', messagesWith(['toolu_1', 'toolu_2']))
    expect(played.supplier.asked()).toMatchObject(messagesWith(['toolu_1', 'toolu_2']))
  })

  it('is mended for Claude, where a client of chat asks it', async () => {
    const played = await play({ type: 14 })
    played.play(messagesAnswer)
    const ids = ['Bash:0', '', '']
    await played.ask('/v1/chat/completions', {
      messages: [
        { role: 'user', content: 'a' },
        { role: 'assistant', content: null, tool_calls: ids.map(call) },
        ...ids.map((id) => ({ role: 'tool', tool_call_id: id, content: 'x' })),
      ],
    })
    const sent = idsIn(played.supplier.asked())
    expect(sent.slice(0, 3)).toEqual(sent.slice(3))
    expect(new Set(sent).size).toBe(3)
  })

  it('keeps ids that a chat model reads, and has none that is empty', async () => {
    const played = await play({ type: 8 })
    played.play(chatCalls({ content: 'b' }).whole)
    const ids = ['functions.Bash:0', '', '']
    const tools = (used: readonly string[]) => [
      { role: 'assistant', content: null, tool_calls: used.map(call) },
      ...used.map((id) => ({ role: 'tool', tool_call_id: id, content: 'x' })),
    ]
    await played.ask('/v1/chat/completions', { messages: tools(ids) })
    const mended = ['functions.Bash:0', 'call_1', 'call_2']
    expect(played.supplier.asked()).toMatchObject({ messages: tools(mended) })
  })
})
