import type { Settings } from './setting-table.ts'

/** The address of messages, and the secret that signs them. */
export type WebhookTarget = {
  readonly url: string
  /** `whsec_` and base64. */
  readonly secret: string
  readonly privateAllowed: boolean
}

/** Null: nobody is told. Without a secret a receiver could not tell whose words it hears. */
export function webhookTarget(
  settings: Pick<Settings, 'WebhookUrl' | 'WebhookSecret' | 'PrivateBaseUrlsAllowed'>,
): WebhookTarget | null {
  const { WebhookUrl: url, WebhookSecret: secret, PrivateBaseUrlsAllowed } = settings
  return url === '' || secret === ''
    ? null
    : { url, secret, privateAllowed: PrivateBaseUrlsAllowed }
}
