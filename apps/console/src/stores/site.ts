import { useMemo } from 'react'
import { Status } from '@posthouse/contract/status'
import { create } from 'zustand'
import type { AmountDisplay } from '@posthouse/contract/format-amount'
import { readJson, storageKeys, writeText } from '../lib/storage.ts'

type Site = {
  readonly info: Status
  readonly isLoading: boolean
  /** The last status call found nobody. */
  readonly unreachable: boolean
  readonly setSiteInfo: (info: Status) => void
  readonly setUnreachable: () => void
}

/** What holds until the server has spoken for the first time. */
const defaults: Status = {
  version: '',
  start_time: 0,
  system_name: 'Posthouse',
  logo: '',
  footer_html: '',
  server_address: '',
  quota_per_unit: 500_000,
  display_in_currency: true,
  top_up_link: '',
  payment_usd_rate: 7.3,
  payment_min_amount: 1,
  recharge_discount: '{}',
  chat_link: '',
  chat_links: '',
  register_enabled: false,
  email_verification: false,
  github_oauth: false,
  github_client_id: '',
  github_address: '',
  oidc_auth: false,
  lark_login: false,
  lark_client_id: '',
  lark_address: '',
  wechat_login: false,
  wechat_qrcode: '',
  turnstile_check: false,
  turnstile_site_key: '',
  turnstile_address: '',
  telegram_bot: '',
  blog_link: '',
  token_key_reveal: true,
  token_list_entries: 200,
  first_sign_in_pending: false,
}

const Cached = Status.extend({ chat_link: Status.shape.chat_link.default('') })

function cached(): Status {
  const parsed = Cached.safeParse(readJson(storageKeys.siteInfo))
  return parsed.success ? parsed.data : defaults
}

export const useSite = create<Site>()((set) => ({
  info: cached(),
  isLoading: true,
  unreachable: false,
  setSiteInfo: (info) => {
    const { chat_link: chatLink, ...rest } = info
    // An empty chat link is left out, as every console of this family stores it.
    writeText(
      storageKeys.siteInfo,
      JSON.stringify(chatLink === '' ? rest : { ...rest, chat_link: chatLink }),
    )
    writeText(storageKeys.quotaPerUnit, String(info.quota_per_unit))
    writeText(storageKeys.displayInCurrency, String(info.display_in_currency))
    set({ info, isLoading: false, unreachable: false })
  },
  setUnreachable: () => set({ isLoading: false, unreachable: true }),
}))

/** How amounts are shown on this site, outside of a component. */
export function amountDisplayNow(): AmountDisplay {
  const { quota_per_unit: quotaPerUnit, display_in_currency: displayInCurrency } =
    useSite.getState().info
  return { quotaPerUnit, displayInCurrency }
}

/** How amounts are shown on this site. */
export function useAmountDisplay(): AmountDisplay {
  const quotaPerUnit = useSite((site) => site.info.quota_per_unit)
  const displayInCurrency = useSite((site) => site.info.display_in_currency)
  return useMemo(() => ({ quotaPerUnit, displayInCurrency }), [quotaPerUnit, displayInCurrency])
}

/** The address that clients are to use: the operator's, else where this page came from. */
export function useServerAddress(): string {
  const address = useSite((site) => site.info.server_address)
  return (address === '' ? location.origin : address).replace(/\/+$/, '')
}
