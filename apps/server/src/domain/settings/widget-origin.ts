import type { Settings } from './setting-table.ts'

/** Where Turnstile's widget comes from, while it is on. */
export const widgetOrigin = ({
  TurnstileCheckEnabled: isOn,
  TurnstileAddress: address,
}: Pick<Settings, 'TurnstileCheckEnabled' | 'TurnstileAddress'>): string | null =>
  isOn && URL.canParse(address) ? new URL(address).origin : null
