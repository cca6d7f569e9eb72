import { defineConfig } from '@playwright/test'
import { chromiumPath } from './chromium.ts'

const port = Number(process.env['E2E_PORT'] ?? 3187)
const address = `http://127.0.0.1:${port}`

export default defineConfig({
  testDir: 'src/browser',
  outputDir: '../test-results',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  timeout: 60_000,
  reporter: [['list'], ['json']],
  use: {
    baseURL: address,
    locale: 'zh-CN',
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: { executablePath: await chromiumPath(), args: ['--no-sandbox'] },
  },
  projects: [
    { name: 'desktop', use: { viewport: { width: 1280, height: 800 } } },
    {
      name: 'phone',
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
  ],
  webServer: {
    command: 'node e2e/src/serve.ts',
    cwd: '..',
    url: `${address}/readyz`,
    env: { PORT: String(port) },
    timeout: 60_000,
  },
})
