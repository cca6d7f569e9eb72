import type { Settings } from './setting-table.ts'

/** Origin of Turnstile's widget, if enabled. */
export const widgetOrigin = ({
  TurnstileCheckEnabled: isOn,
  TurnstileAddress: address,
}: Pick<Settings, 'TurnstileCheckEnabled' | 'TurnstileAddress'>): string | null =>
  isOn && URL.canParse(address) ? new URL(address).origin : null
