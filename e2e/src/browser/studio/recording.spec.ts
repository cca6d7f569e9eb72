import { expect, test } from '@playwright/test'
import { chromiumPath } from '../../../chromium.ts'
import { callWith, tokenOf, visitAs } from '../visit.ts'

/** A microphone that beeps, and a browser that does not ask for it. */
test.use({
  launchOptions: {
    executablePath: await chromiumPath(),
    args: ['--no-sandbox', '--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'],
  },
})

test('what the microphone hears is recorded and written down', async ({ page }) => {
  await visitAs(page, 'root')
  // Its first call makes the sandbox known.
  await callWith(page, await tokenOf(page, `recording ${test.info().testId}`))
  await page.goto('/panel/studio/transcription?model=sandbox/transcribe')
  await page.getByRole('button', { name: 'Record', exact: true }).click()
  const stop = page.getByRole('button', { name: /^Stop recording/ })
  await expect(stop).toContainText('0:02')
  await stop.click()
  const recorded = page.getByRole('form').getByText(/^recording-\d{8}-\d{6}\.\w+$/)
  await expect(recorded).toBeVisible()
  const name = (await recorded.textContent()) ?? ''
  await page.getByRole('button', { name: 'Transcribe', exact: true }).click()
  const work = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) })
  await expect(work.getByRole('button', { name: /Line 1 of recording-/ })).toBeVisible({
    timeout: 20_000,
  })
})
