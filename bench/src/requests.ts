import { models } from './mock/answers.ts'

const question = 'Tell me in a few words how a letter travelled between two cities in 1750. '

const body = (model: string, content: unknown, more: object = {}): string =>
  JSON.stringify({ model, messages: [{ role: 'user', content }], ...more })

/** About 1 KB, like the answer to it. */
export const jsonBody = body(models.json, question.repeat(12))
export const streamBody = body(models.stream, question.repeat(12), { stream: true })
export const packedBody = body(models.packed, question.repeat(12), { stream: true })
export const pacedBody = body(models.paced, question, { stream: true })

const megabyte = 1_000_000

/** A long text: a gateway that counts tokens has to count it. */
export const longTextBody = body(models.json, question.repeat(megabyte / question.length))

/** A picture in base64. */
export const pictureBody = body(models.json, [
  { type: 'text', text: question },
  {
    type: 'image_url',
    image_url: { url: `data:image/png;base64,${'iVBORw0K'.repeat(megabyte / 8)}` },
  },
])
