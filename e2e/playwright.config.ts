import { defineConfig } from '@playwright/test'
import { isLongRun } from '@posthouse/testkit/long-run'
import { chromiumPath } from './chromium.ts'

const port = Number(process.env['E2E_PORT'] ?? 3187)
/** The kit's gallery is in no build for production: it has a build of its own, beside the product. */
const galleryPort = port + 1
const address = `http://127.0.0.1:${port}`

/** A long run looks at everything in all themes and languages, and asks the rest no more. */
const longSpecs = /(every-page|overlays)\.spec\.ts$/

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
    {
      name: 'desktop',
      grepInvert: /@phone-only/,
      testIgnore: 'gallery.spec.ts',
      ...(isLongRun && { testMatch: longSpecs }),
      use: { viewport: { width: 1280, height: 800 } },
    },
    {
      name: 'phone',
      grepInvert: /@desktop-only/,
      testIgnore: ['gallery.spec.ts', 'budget.spec.ts', 'keyboard.spec.ts'],
      ...(isLongRun && { testMatch: longSpecs }),
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
    {
      name: 'gallery',
      testMatch: isLongRun ? /^$/ : 'gallery.spec.ts',
      use: {
        baseURL: `http://127.0.0.1:${galleryPort}`,
        // As high as the gallery: nothing is scrolled under the fixed bar.
        viewport: { width: 1280, height: 5000 },
        timezoneId: 'UTC',
      },
    },
  ],
  webServer: [
    {
      command: 'node e2e/src/serve.ts',
      cwd: '..',
      url: `${address}/readyz`,
      env: { PORT: String(port) },
      timeout: 60_000,
    },
    {
      command: 'node e2e/src/serve-gallery.ts',
      cwd: '..',
      url: `http://127.0.0.1:${galleryPort}/`,
      env: { PORT: String(galleryPort), POSTHOUSE_SERVER: address, NODE_ENV: 'development' },
      timeout: 120_000,
    },
  ],
})
