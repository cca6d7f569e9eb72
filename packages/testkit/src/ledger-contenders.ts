import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

export async function startContender(options: {
  readonly url: string
  readonly folder: string
  readonly name: string
  /** How many requests of 1 unit it sends at once. */
  readonly requests: number
}): Promise<ChildProcess> {
  const { url, folder, name, requests } = options
  const script = new URL('./ledger-contender.ts', import.meta.url)
  const child = fork(script, [url, join(folder, `journal-${name}`), name, String(requests)], {
    execArgv: [],
  })
  await once(child, 'message')
  return child
}

/** Runs several processes against one database at the same time. Returns the number of requests charged. */
export async function contend(
  at: { readonly url: string; readonly folder: string },
  processes: number,
  requests: number,
): Promise<number> {
  const names = Array.from({ length: processes }, (_, index) => `process-${index}`)
  const children = await Promise.all(names.map((name) => startContender({ ...at, name, requests })))
  const answers = children.map(async (child) => {
    const [answer] = (await once(child, 'message')) as [{ charged: number }]
    return answer.charged
  })
  for (const child of children) child.send('go')
  const charged = await Promise.all(answers)
  return charged.reduce((sum, count) => sum + count, 0)
}
