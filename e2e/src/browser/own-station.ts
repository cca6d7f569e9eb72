import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { test as base } from '@playwright/test'

/** For tests that change what all visitors see: a station of their own, as `serve.ts` opens it, without the crowd. */
export const test = base.extend<object, { station: string }>({
  station: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads the names of what a fixture needs
    async ({}, use) => {
      const port = await freePort()
      const child = spawn(
        process.execPath,
        [fileURLToPath(new URL('../serve.ts', import.meta.url))],
        {
          env: { ...process.env, PORT: String(port), CROWD: 'none' },
          stdio: ['ignore', 'ignore', 'inherit'],
        },
      )
      const address = `http://127.0.0.1:${port}`
      await answers(`${address}/api/status`)
      await use(address)
      child.kill()
      await once(child, 'exit')
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: ({ station }, use) => use(station),
})

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address !== null ? address.port : 0
}

async function answers(address: string): Promise<void> {
  for (;;) {
    const response = await fetch(address).catch(() => null)
    if (response?.ok === true) return
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}
