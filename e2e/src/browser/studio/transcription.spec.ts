import { readFile } from 'node:fs/promises'
import { expect, type Page, test } from '../kit/kept-page.ts'
import { inspect } from '../inspect.ts'
import { callWith, tokenOf, visitAs } from '../visit.ts'

const open = async (page: Page) => {
  await visitAs(page, 'root')
  // Its first call makes the sandbox known.
  await callWith(page, await tokenOf(page, `transcripts ${test.info().testId}`))
  await page.goto('/panel/studio/transcription?model=sandbox/transcribe')
}
const file = (page: Page) => page.getByLabel('Recording or film')
const transcribe = (page: Page) => page.getByRole('button', { name: 'Transcribe', exact: true })
const workOf = (page: Page, title: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title }) })
const ended = { timeout: 20_000 } as const

/** Silence: 8 000 samples of 8 bits a second. */
function wav(seconds: number): Buffer {
  const length = seconds * 8_000
  const head = Buffer.alloc(44)
  head.write('RIFF', 0)
  head.writeUInt32LE(36 + length, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(8_000, 24)
  head.writeUInt32LE(8_000, 28)
  head.writeUInt16LE(1, 32)
  head.writeUInt16LE(8, 34)
  head.write('data', 36)
  head.writeUInt32LE(length, 40)
  return Buffer.concat([head, Buffer.alloc(length, 128)])
}
const sound = (name: string) => ({ name, mimeType: 'audio/wav', buffer: wav(9) })

test('a recording is written down, heard line by line, and saved', async ({ page }) => {
  await open(page)
  await transcribe(page).click()
  await expect(page.getByText('Choose a file, or record one', { exact: true })).toBeVisible()
  await file(page).setInputFiles({
    name: 'notes.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF'),
  })
  await expect(page.getByText('notes.pdf is not a kind of file')).toBeVisible()

  const title = `Talk ${test.info().testId}.wav`
  await file(page).setInputFiles(sound(title))
  await page.getByRole('combobox', { name: 'Spoken language' }).click()
  await page.getByRole('option', { name: 'German' }).click()
  await expect(page.getByText(/\$0\.\d+$/).first()).toBeVisible()
  await page.getByRole('combobox', { name: 'Spoken language' }).press('Control+Enter')
  const work = workOf(page, title)
  const line = work.getByRole('button', { name: /Line 2 of / })
  await expect(line).toBeVisible(ended)
  await expect(work.getByRole('link', { name: /\$0\.\d+/ })).toBeVisible()
  await line.click()
  await expect(line).toHaveAttribute('aria-current', 'true', ended)
  await inspect(page, 'the transcript studio with a work', 'en_US')

  await page.reload()
  await expect(line).toBeVisible()
  const saved = page.waitForEvent('download')
  await work.getByRole('button', { name: 'Save as SRT' }).click()
  const download = await saved
  expect(download.suggestedFilename()).toMatch(/^Talk .*\.srt$/)
  expect(await readFile(await download.path(), 'utf8')).toContain('00:00:04,000 --> 00:00:08,000')
  await work.getByRole('button', { name: 'Code' }).click()
  await expect(page.getByText('language=de')).toBeVisible()
  await page.getByRole('button', { name: 'Close' }).click()

  await work.getByRole('button', { name: 'Use these inputs again' }).click()
  await page.getByRole('combobox', { name: 'Result' }).click()
  await page.getByRole('option', { name: 'Translation into English' }).click()
  await expect(page.getByRole('form').getByText(title)).toBeVisible()
  await transcribe(page).click()
  await expect(work).toHaveCount(2)
  await work.first().getByRole('button', { name: 'Code' }).click()
  await expect(page.getByText('/v1/audio/translations')).toBeVisible()
})

test('a transcript that breaks off says so and can be tried again', async ({ page }) => {
  await open(page)
  const title = `Storm ${test.info().testId}`
  await file(page).setInputFiles(sound(`${title} [[sandbox: fault=cut after=20]].wav`))
  await transcribe(page).click()
  const alert = workOf(page, title).getByRole('alert')
  await expect(alert).not.toHaveText('', ended)
  await alert.getByRole('button', { name: 'Try again' }).click()
  await expect(workOf(page, title)).toHaveCount(2)
})

test('a microphone that is refused says what to do, and the chosen file stays', async ({
  page,
}) => {
  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = () =>
      Promise.reject(new DOMException('denied', 'NotAllowedError'))
  })
  await open(page)
  await file(page).setInputFiles(sound('kept.wav'))
  await page.getByRole('button', { name: 'Record', exact: true }).click()
  await expect(page.getByText('The microphone is blocked')).toBeVisible()
  await expect(page.getByRole('form').getByText('kept.wav')).toBeVisible()
})
