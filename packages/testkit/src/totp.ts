import { generateSync } from 'otplib'

/** The code of an authenticator app, now or `steps` half-minutes from now. */
export const totpOf = (secret: string, steps = 0): string =>
  generateSync({ secret, epoch: Math.floor(Date.now() / 1_000) + steps * 30 })
