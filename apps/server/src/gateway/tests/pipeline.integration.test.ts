import { afterEach, describe, expect, it } from 'vitest'
import {
  ask,
  type ChatAnswer,
  channel,
  gatewayRig,
  type Rig,
  type RigOptions,
  until,
} from './rig/gateway-rig.ts'

let rig: Rig | null = null
const start = async (options: RigOptions): Promise<Rig> => {
  rig = await gatewayRig(options)
  return rig
}
afterEach(async () => {
  expect(rig?.errors).toEqual([])
  await rig?.close()
  rig = null
})

describe('ok', () => {
  it('answers in one piece and charges the reported usage', async () => {
    const { ledger, ...own } = await start({ channels: [channel()] })
    const response = await ask(own)
    const body = (await response.json()) as ChatAnswer
    expect(response.status).toBe(200)
    expect(body.choices[0]?.message.content).toMatch(/\w+/)
    expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    await until(() => ledger.ends().length === 1)
    const [end] = ledger.ends()
    expect(end).toMatchObject({
      kind: 'settle',
      amount: BigInt(body.usage.total_tokens),
      usage: { outcome: 'complete', usage_source: 'reported', status: 200n, type: 2n },
    })
    expect(ledger.pending).toBe(0)
  })

  it('streams frames through and hides the usage chunk that it asked for', async () => {
    const { ledger, ...own } = await start({ channels: [channel()] })
    const response = await ask(own, { stream: true })
    const text = await response.text()
    expect(response.headers.get('content-type')).toContain('text/event-stream')
    expect(text).toContain('"delta":{"role":"assistant","content":""}')
    expect(text.endsWith('data: [DONE]\n\n')).toBe(true)
    expect(text).not.toContain('"usage"')
    await until(() => ledger.ends().length === 1)
    expect(ledger.ends()[0]).toMatchObject({ usage: { usage_source: 'reported', is_stream: 1n } })
  })
})
