/** The part of Cloudflare's script that is used here. */
export type Turnstile = {
  readonly render: (
    box: HTMLElement,
    params: {
      readonly sitekey: string
      readonly theme: 'light' | 'dark'
      readonly language: string
      readonly callback: (token: string) => void
      readonly 'expired-callback': () => void
    },
  ) => string
  readonly reset: (id: string) => void
  readonly remove: (id: string) => void
}

declare global {
  var turnstile: Turnstile | undefined
}

let loading: Promise<Turnstile> | null = null

/** Loads the script once. What failed is tried again at the next form. */
export function loadTurnstile(address: string): Promise<Turnstile> {
  loading ??= new Promise<Turnstile>((resolve, reject) => {
    const script = document.createElement('script')
    script.src = `${address.replace(/\/+$/, '')}/turnstile/v0/api.js?render=explicit`
    script.addEventListener('load', () => {
      if (globalThis.turnstile === undefined) reject(new Error('the script did nothing'))
      else resolve(globalThis.turnstile)
    })
    script.addEventListener('error', () => {
      loading = null
      script.remove()
      reject(new Error('the script did not load'))
    })
    document.head.append(script)
  })
  return loading
}
