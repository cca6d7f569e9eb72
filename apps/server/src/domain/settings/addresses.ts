import type { PhraseText } from '@posthouse/contract/phrases'
import type { FieldMessage } from '@posthouse/contract/field-messages'
import { z } from 'zod'

/** Browsers ignore tabs and line breaks in URLs and read `\` as `/`. */
const isPlain = (text: string): boolean => !/\s|\p{Cc}|\\/u.test(text)

function isWebAddress(text: string): boolean {
  const url = URL.parse(text)
  const isWeb = url?.protocol === 'http:' || url?.protocol === 'https:'
  return isWeb && isPlain(text) && url.username === '' && url.password === ''
}

/** An absolute http or https URL. */
export const WebAddress = z
  .string()
  .max(2_000)
  .refine(isWebAddress, { error: 'field.url' satisfies FieldMessage })

const isWebhookSecret = (text: string): boolean => {
  const [, base64 = ''] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(text) ?? []
  const bytes = Buffer.from(base64, 'base64')
  return bytes.length >= 24 && bytes.length <= 64 && bytes.toString('base64') === base64
}

/** In the format of Standard Webhooks. */
export const WebhookSecret = z
  .string()
  .refine(isWebhookSecret, { error: 'field.webhook-secret' satisfies FieldMessage })

/** `//host` would be another site. */
const isOwnPath = (text: string): boolean => /^\/(?!\/)/.test(text) && isPlain(text)
const isEmbedded = (text: string): boolean =>
  /^data:image\/[a-z0-9.+-]+[;,]/i.test(text) && isPlain(text)

/** A picture by URL, by path on this site, or as a data URL. */
export const Picture = z
  .string()
  .max(400_000)
  .refine(
    (text) => isEmbedded(text) || (text.length <= 2_000 && (isWebAddress(text) || isOwnPath(text))),
    {
      error:
        'not an address with http:// or https://, a path of this site or an embedded picture' satisfies PhraseText,
    },
  )
