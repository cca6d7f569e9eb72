import { describe, expect, it } from 'vitest'
import { callTexts } from './call-texts.ts'
import type { WorkCall } from './studio.ts'

const textOf = (id: string, call: WorkCall, files: { field: string; name: string }[] = []) =>
  callTexts({ server: 'https://gate.example', call, files }).find((text) => text.id === id)?.text

const json: WorkCall = {
  path: '/v1/images/generations',
  body: { model: 'm', prompt: "it's \\ night", n: 2 },
  form: false,
}
const form: WorkCall = { path: '/v1/images/edits', body: { model: 'm', n: 2 }, form: true }
const files = [{ field: 'image[]', name: "a 'b'.png" }]

describe('a call as code', () => {
  it('keeps what was typed through the quotes of a shell', () => {
    const text = textOf('curl', json) ?? ''
    expect(text).toContain("'https://gate.example/v1/images/generations'")
    expect(text).toContain(String.raw`it'\''s \\ night`)
    expect(text).toContain('Bearer $POSTHOUSE_KEY')
  })

  it('sends fields and files of a form', () => {
    const text = textOf('curl', form, files)
    expect(text).toContain("--form-string 'n=2'")
    expect(text).toContain(String.raw`-F 'image[]=@a '\''b'\''.png'`)
    expect(text).not.toContain('Content-Type')
  })

  it('is the same in Python and TypeScript', () => {
    expect(textOf('python', json)).toContain('json=json.loads(')
    expect(textOf('python', form, files)).toContain(`("image[]", open("a 'b'.png", "rb"))`)
    expect(textOf('typescript', json)).toContain('"prompt": "it\'s \\\\ night"')
    expect(textOf('typescript', form, files)).toContain(`form.append("n", "2")`)
  })
})
