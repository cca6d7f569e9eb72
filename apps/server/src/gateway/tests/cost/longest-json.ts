import type { Worker } from 'node:worker_threads'
import { expect, vi } from 'vitest'
import type { FromCrowd, ToCrowd } from '../rig/crowd-worker.ts'

export const heard = (client: Worker): Promise<FromCrowd> =>
  new Promise((resolve) => {
    client.once('message', resolve)
  })

/** The longest JSON text that this thread parsed or wrote while a request was answered. */
export async function longestJson(
  client: Worker,
  message: ToCrowd,
  settled: () => Promise<void> = async () => {},
): Promise<number> {
  let longest = 0
  const { parse, stringify } = JSON
  const note = (text: unknown): void => {
    if (typeof text === 'string') longest = Math.max(longest, text.length)
  }
  const parsing = vi.spyOn(JSON, 'parse').mockImplementation((text, reviver) => {
    note(text)
    return parse(text, reviver)
  })
  const writing = vi
    .spyOn(JSON, 'stringify')
    .mockImplementation((...parameters: Parameters<typeof stringify>) => {
      const text = stringify(...parameters)
      note(text)
      return text
    })
  try {
    client.postMessage(message)
    const told = await heard(client)
    await settled()
    expect('status' in told && told.status, 'text' in told ? told.text.slice(0, 200) : '').toBe(200)
  } finally {
    parsing.mockRestore()
    writing.mockRestore()
  }
  return longest
}
