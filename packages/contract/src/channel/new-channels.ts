import { z } from 'zod'
import { BaseUrl, NewChannel } from './channel-input.ts'

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** Base URLs, one per line, normalized as for storage. Reports the first invalid line. */
const BaseUrls = z
  .string()
  .max(100_000)
  .default('')
  .transform((text, context) => {
    const urls: string[] = []
    for (const line of linesOf(text)) {
      const checked = BaseUrl.safeParse(line)
      if (!checked.success) {
        context.addIssue({
          code: 'custom',
          message: checked.error.issues[0]?.message ?? 'field.url',
        })
        return z.NEVER
      }
      urls.push(checked.data)
    }
    return urls
  })

/** One channel per key. The second channel uses the first of the further base URLs, and so on. */
export const NewChannels = z.intersection(NewChannel, z.object({ more_base_urls: BaseUrls }))

export const ChannelsCreated = z.object({ created: z.number().int() })
