import { beforeEach, describe, expect, test, vi } from 'vitest'
import { plainChannel } from '../domain/channels/testing/plain-channel.ts'
import { systemClock } from '../lib/clock.ts'
import { readSettings } from '../domain/settings/settings.ts'
import type { Snapshot } from '../domain/snapshot/snapshot.ts'
import { createDeadKeys, type KeyFailed } from './dead-keys.ts'
import type { ChannelProbe } from '../channel-tests/test-channel.ts'

const circuit = { channelId: 1n, keyId: 1n, model: 'sandbox/fast' }
const outOfCredit: KeyFailed = {
  circuit,
  userId: 1n,
  model: 'sandbox/fast',
  class: 'out-of-credit',
  status: 402,
}
const unauthorized: KeyFailed = { ...outOfCredit, class: 'authentication', status: 401 }

const disabled: object[] = []
const opened: object[] = []
let minute = 0
beforeEach(() => {
  disabled.length = 0
  opened.length = 0
  minute = 0
})

const answers = { ok: true, status: 200, ms: 1, text: 'hi', onlyStreams: false } as const
const fails = (status: number, keyDead: boolean): ChannelProbe => ({
  ok: false,
  status,
  ms: 1,
  message: '',
  keyDead,
  class: 'authentication',
})

/** `found`: what a short request of our own meets. */
function watch(found: ChannelProbe, automatic = 'true') {
  const keys = [{ id: 1n, secret: 'sandbox', enabled: true }]
  const channel = { ...plainChannel, keys }
  const settings = readSettings(new Map([['AutomaticDisableChannelEnabled', automatic]]))
  const probe = vi.fn(async () => found)
  const watching = createDeadKeys({
    snapshot: () => ({ channels: [channel], settings }) as unknown as Snapshot,
    health: { failed: (of) => opened.push(of) },
    probe,
    clock: { ...systemClock, monotonic: () => minute * 60_000 },
    log: { warn: () => {} },
    disable: async (key) => void disabled.push(key),
  })
  return { ...watching, probe, settled: () => new Promise((resolve) => setImmediate(resolve)) }
}

describe('a key that failed for a customer', () => {
  test('stays in service when a short request of ours goes through', async () => {
    const keys = watch(answers)
    keys.suspect(outOfCredit)
    await keys.settled()
    expect(keys.probe).toHaveBeenCalledTimes(1)
    expect([disabled, opened]).toEqual([[], []])
  })

  test('is taken out when ours fails as well', async () => {
    const keys = watch(fails(402, true))
    keys.suspect(outOfCredit)
    await keys.settled()
    expect(disabled).toEqual([{ channelId: 1n, keyId: 1n, reason: 'out-of-credit' }])
    expect(opened).toEqual([circuit])
  })

  test('is only left alone for a while where the operator disables by hand', async () => {
    const keys = watch(fails(402, true), 'false')
    keys.suspect(unauthorized)
    expect(keys.probe).not.toHaveBeenCalled()
    keys.suspect(outOfCredit)
    await keys.settled()
    expect(opened).toEqual([circuit])
    expect(disabled).toEqual([])
  })

  test('is taken out after three users where the probe cannot tell, not after three times', async () => {
    const keys = watch(fails(500, false))
    for (const userId of [1n, 1n, 1n, 2n]) keys.suspect({ ...unauthorized, userId })
    await keys.settled()
    expect(disabled).toEqual([])
    keys.suspect({ ...unauthorized, userId: 3n })
    await keys.settled()
    expect(disabled).toHaveLength(1)
  })

  test('no number of users makes a 402 more than their own', async () => {
    const keys = watch(fails(500, false))
    for (const userId of [1n, 2n, 3n, 4n]) keys.suspect({ ...outOfCredit, userId })
    await keys.settled()
    expect([disabled, opened]).toEqual([[], []])
  })

  test('is believed again by every answer', async () => {
    const keys = watch(fails(500, false))
    for (const userId of [1n, 2n]) keys.suspect({ ...unauthorized, userId })
    keys.answered(1n)
    keys.suspect({ ...unauthorized, userId: 3n })
    await keys.settled()
    expect(disabled).toEqual([])
  })

  test('stays in service when three users meet it while ours is under way and goes through', async () => {
    const keys = watch(answers)
    for (const userId of [1n, 2n, 3n]) keys.suspect({ ...unauthorized, userId })
    await keys.settled()
    for (const userId of [4n, 5n, 6n]) keys.suspect({ ...unauthorized, userId })
    await keys.settled()
    expect(disabled).toEqual([])
    expect(keys.probe).toHaveBeenCalledTimes(1)
  })

  test('is probed no more often because it serves others', async () => {
    const keys = watch(answers)
    for (let call = 0; call < 10; call++) {
      keys.suspect(outOfCredit)
      await keys.settled()
      keys.answered(1n)
    }
    expect(keys.probe).toHaveBeenCalledTimes(1)
  })

  test('is probed once a minute at most', async () => {
    const keys = watch(fails(500, false))
    for (let call = 0; call < 10; call++) keys.suspect(outOfCredit)
    expect(keys.probe).toHaveBeenCalledTimes(1)
    minute = 1
    keys.suspect(outOfCredit)
    expect(keys.probe).toHaveBeenCalledTimes(2)
  })
})
