import { generateSync } from 'otplib'

/** What an authenticator app shows now, or so many steps of half a minute from now. */
export const totpOf = (secret: string, steps = 0): string =>
  generateSync({ secret, epoch: Math.floor(Date.now() / 1_000) + steps * 30 })
