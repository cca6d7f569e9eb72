/** An event to be told. */
export type NewMessage = {
  readonly kind: string
  /** Names what happened, once for each time that it does. */
  readonly key: string
  readonly payload: Readonly<Record<string, string | number>>
  readonly at: number
}

export type Message = {
  /** The same at every attempt. */
  readonly id: string
  readonly kind: string
  /** JSON. */
  readonly payload: string
  readonly at: number
}

/** `again`: later it may be taken. `wait`: nobody listens now, so that it was no attempt. `never`: it will not. */
export type Delivery =
  | { readonly outcome: 'delivered' }
  | { readonly outcome: 'again' | 'wait' | 'never'; readonly reason: string }

/** The port behind which somebody takes messages. It bounds its time. */
export type Deliver = (message: Message) => Promise<Delivery>

/** In about a day. */
export const attemptsMax = 10

/** Between two looks whether somebody listens. */
export const waitMs = 600_000
/** A message older than this waits for nobody. */
export const waitedMsMost = 7 * 86_400_000

const firstDelayMs = 10_000
const growth = 4
const delayMsMax = 6 * 3_600_000

/** The wait after so many attempts, four times as long each time; `random` is from 0 to 1, so that waits do not end together. */
export function retryDelayMs(attempts: number, random: number): number {
  const delay = Math.min(firstDelayMs * growth ** (attempts - 1), delayMsMax)
  return Math.round(delay * (0.8 + 0.4 * random))
}
