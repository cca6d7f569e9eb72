import { topUpMost } from '@posthouse/contract/order'
import { z } from 'zod'

/** A decimal above 0 with at most six places. */
export const ExchangeRate = z
  .string()
  .regex(/^\d{1,6}(\.\d{1,6})?$/, 'payment.rate')
  .refine((text) => Number(text) > 0, { error: 'payment.rate' })

const amount = new RegExp(`^[1-9]\\d{0,${String(topUpMost).length - 1}}$`)

/** Multipliers by whole dollar amount. */
export const RechargeDiscounts = z
  .record(z.string(), z.number('payment.discounts'), 'payment.discounts')
  .refine(
    (discounts) =>
      Object.entries(discounts).every(
        ([key, factor]) =>
          amount.test(key) &&
          factor > 0 &&
          factor <= 1 &&
          /^[01](\.\d{1,6})?$/.test(String(factor)),
      ),
    { error: 'payment.discounts' },
  )
