import { defineConfig } from '@playwright/test'
import { isLongRun } from '@posthouse/testkit/long-run'
import { gallery, grown, product } from './addresses.ts'
import { chromiumPath } from './chromium.ts'

/*
 * Each test is asked once in a short run, on the desktop, and every page and overlay on the phone too. A long run
 * asks what is left: the phone all, everything in all themes and languages, and what is offered at both widths.
 */
const specs = isLongRun
  ? { desktop: /(every-page|overlays|reach)\.spec\.ts$/, phone: /\.spec\.ts$/ }
  : { desktop: /(?<!reach)\.spec\.ts$/, phone: /(every-page|overlays)\.spec\.ts$/ }

export default defineConfig({
  testDir: 'src/browser',
  outputDir: '../test-results',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  timeout: 60_000,
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
      testMatch: isLongRun ? /^$/ : 'gallery.spec.ts',
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
    {
      command: 'node e2e/src/serve-gallery.ts',
      cwd: '..',
      url: gallery.address,
      env: {
        PORT: String(gallery.port),
        POSTHOUSE_SERVER: product.address,
        NODE_ENV: 'development',
      },
      timeout: 120_000,
    },
    {
      command: 'node e2e/src/serve-grown.ts',
      cwd: '..',
      url: grown.address,
      env: {
        PORT: String(grown.port),
        POSTHOUSE_SERVER: product.address,
        NODE_ENV: 'production',
      },
      timeout: 120_000,
    },
  ],
})
