import type { ProviderContext } from 'notistack'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { loadTexts, setLanguage, startLanguage } from '../i18n/index.ts'
import { useConfirm } from '../stores/confirm.ts'
import { noticesTo } from '../ui/notify.tsx'
import { asks, changing, deletes, switches, theOne } from './act.ts'

const told = vi.fn()

beforeAll(async () => {
  vi.stubGlobal('document', { documentElement: {} })
  await startLanguage()
  await loadTexts(['table', 'token'])
  await setLanguage('en_US')
  vi.unstubAllGlobals()
  const host: ProviderContext = { enqueueSnackbar: told, closeSnackbar: () => undefined }
  noticesTo(host)
})

beforeEach(() => told.mockReset())

const laptop = { id: 7, name: 'laptop', status: 2 }
const stage = { open: () => undefined }

const many = (count: number) => ({
  select: { filter: {}, expected: count } as const,
  count,
  names: ['a', 'b', 'c', 'd', 'e', 'f'],
  clear: vi.fn(() => undefined),
})

type Reply = { readonly changed: number; readonly skipped?: number; readonly undo: null }

const changingTo = (reply: Reply) =>
  changing<unknown, { readonly status: 1 | 2 }>({
    change: async () => reply,
    reads: [],
    words: 'token',
    skipped: 'token.skipped',
  })

const words = async (): Promise<string> => {
  await vi.waitFor(() => expect(told).toHaveBeenCalled())
  return String(told.mock.lastCall?.[0])
}

describe('a change', () => {
  it('of one is told by its name', async () => {
    await changingTo({ changed: 1, undo: null })(theOne(laptop), { status: 1 }, 'token.enabledWhat')
    expect(await words()).toBe('Enabled token "laptop"')
  })

  it('of many is told by their number, with what was left out', async () => {
    const change = changingTo({ changed: 3, skipped: 2, undo: null })
    await change(many(5), { status: 1 }, 'token.enabledWhat')
    expect(await words()).toMatch(/^Enabled 3 tokens\n2 /)
  })

  it('that finds nothing to change says that', async () => {
    await changingTo({ changed: 0, undo: null })(
      theOne(laptop),
      { status: 2 },
      'token.disabledWhat',
    )
    expect(await words()).not.toContain('laptop')
  })
})

describe('switches', () => {
  const change = vi.fn(async () => undefined)
  const [enable, disable] = switches<string>({
    allows: { enable: [2], disable: [1, 3] },
    done: { enable: 'token.enabledWhat', disable: 'token.disabledWhat' },
    change,
  })

  it('are offered where the contract allows them', () => {
    const states = [1, 2, 3].map((status) => ({ ...laptop, status }))
    expect(states.map((row) => enable?.allows?.(row))).toEqual([false, true, false])
    expect(states.map((row) => disable?.allows?.(row))).toEqual([true, false, true])
  })

  it('turn one row, and many, which are then no longer ticked', async () => {
    enable?.one?.(laptop, stage)
    expect(change).toHaveBeenLastCalledWith(theOne(laptop), { status: 1 }, 'token.enabledWhat')
    const ticked = many(5)
    await disable?.many?.run(ticked, stage)
    expect(change).toHaveBeenLastCalledWith(ticked, { status: 2 }, 'token.disabledWhat')
    expect(ticked.clear).toHaveBeenCalled()
  })
})

describe('what cannot be undone', () => {
  it('is asked in words that name the object, and done after the answer', async () => {
    const run = vi.fn(async () => undefined)
    const rotate = asks({
      id: 'rotate',
      words: 'token.rotate',
      run,
    })
    rotate.one?.(laptop, stage)
    const { danger } = useConfirm.getState()
    expect(danger?.title).toContain('laptop')
    expect(run).not.toHaveBeenCalled()
    await danger?.run()
    expect(run).toHaveBeenCalledWith({ id: 7 }, laptop, stage)
  })

  it('names the first of many, asks for a word from more than fifty, and counts what went', async () => {
    const run = vi.fn(async () => ({ deleted: 51 }))
    const remove = deletes<typeof laptop, string>({
      words: 'token',
      deleteOne: async () => undefined,
      deleteMany: run,
    })
    const ticked = many(51)
    void remove.many?.run(ticked, stage)
    const { danger } = useConfirm.getState()
    expect(danger).toMatchObject({ names: ['a', 'b', 'c', 'd', 'e'], more: 46, word: 'delete' })
    expect(danger?.title).toContain('51')
    await danger?.run()
    expect(run).toHaveBeenCalledWith({ select: ticked.select })
    expect(ticked.clear).toHaveBeenCalled()
    expect(await words()).toContain('51')
  })
})
