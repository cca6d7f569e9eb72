import { defineConfig } from '@playwright/test'
import { isLongRun } from '@posthouse/testkit/long-run'
import { gallery, grown, product } from './addresses.ts'
import { chromiumPath } from './chromium.ts'

/*
 * A short run asks each test once, on the desktop, and looks at the main pages on the phone. A long run looks at all
 * of them on the phone and in the other themes and languages, and asks for the gallery and the budgets.
 */
const specs = isLongRun
  ? { desktop: /(every-page|overlays|reach|budget)\.spec\.ts$/, phone: /\.spec\.ts$/ }
  : { desktop: /(?<!reach|budget|gallery)\.spec\.ts$/, phone: /phone-smoke\.spec\.ts$/ }

const builtConsole = (script: string, at: typeof gallery, mode: string) => ({
  command: `node e2e/src/${script}`,
  cwd: '..',
  url: at.address,
  env: { PORT: String(at.port), POSTHOUSE_SERVER: product.address, NODE_ENV: mode },
  timeout: 120_000,
})

export default defineConfig({
  testDir: 'src/browser',
  outputDir: '../test-results',
  fullyParallel: true,
  workers: 3,
  // A test that needs its second try is named as flaky by `npm test`.
  retries: 1,
  timeout: 60_000,
  // Other suites run beside this one.
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json']],
  use: {
    baseURL: product.address,
    locale: 'zh-CN',
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: { executablePath: await chromiumPath(), args: ['--no-sandbox'] },
  },
  projects: [
    {
      name: 'desktop',
      grepInvert: /@phone-only/,
      testIgnore: 'gallery.spec.ts',
      testMatch: specs.desktop,
      use: { viewport: { width: 1280, height: 800 } },
    },
    {
      name: 'phone',
      grepInvert: /@desktop-only/,
      testIgnore: ['gallery.spec.ts', 'budget.spec.ts', 'keyboard.spec.ts'],
      testMatch: specs.phone,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
    {
      name: 'gallery',
      testMatch: isLongRun ? 'gallery.spec.ts' : /^$/,
      use: {
        baseURL: gallery.address,
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
      url: `${product.address}/readyz`,
      env: { PORT: String(product.port) },
      timeout: 60_000,
    },
    ...(isLongRun
      ? [
          builtConsole('serve-gallery.ts', gallery, 'development'),
          builtConsole('serve-grown.ts', grown, 'production'),
        ]
      : []),
  ],
})
