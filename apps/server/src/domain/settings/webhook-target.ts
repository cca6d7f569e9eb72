import type { Settings } from './setting-table.ts'

export type WebhookTarget = {
  readonly url: string
  /** `whsec_` followed by base64. */
  readonly secret: string
  readonly privateAllowed: boolean
}

/** Null if not configured. A secret is required, so that receivers can verify the sender. */
export function webhookTarget(
  settings: Pick<Settings, 'WebhookUrl' | 'WebhookSecret' | 'PrivateBaseUrlsAllowed'>,
): WebhookTarget | null {
  const { WebhookUrl: url, WebhookSecret: secret, PrivateBaseUrlsAllowed } = settings
  return url === '' || secret === ''
    ? null
    : { url, secret, privateAllowed: PrivateBaseUrlsAllowed }
}
