import { redemptionStatus, type RedemptionStatus } from '@posthouse/contract/redemption'

/** A redemption code, with the code itself sealed. */
export type Redemption = {
  readonly id: bigint
  readonly name: string
  readonly enabled: boolean
  readonly quota: bigint
  readonly keyHash: string
  readonly keySealed: string
  readonly batch: string
  readonly batchSize: number
  /** Username of who created it. */
  readonly creator: string
  readonly createdAt: number
  readonly expiresAt: number | null
  readonly redeemedAt: number | null
  /** Username of who redeemed it; empty: nobody. */
  readonly redeemer: string
}

/** The state that people see: once redeemed nothing else matters; then what is stored, then expiry. */
export function redemptionStatusOf(
  code: Pick<Redemption, 'enabled' | 'expiresAt' | 'redeemedAt'>,
  now: number,
): RedemptionStatus {
  if (code.redeemedAt !== null) return redemptionStatus.redeemed
  if (!code.enabled) return redemptionStatus.disabled
  if (code.expiresAt !== null && code.expiresAt <= now) return redemptionStatus.expired
  return redemptionStatus.unredeemed
}
