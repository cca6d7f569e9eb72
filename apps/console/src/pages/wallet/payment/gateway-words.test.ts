import { gatewayFields, gatewayTypes } from '@posthouse/contract/gateway-fields'
import { describe, expect, it } from 'vitest'
import { texts } from '../../../i18n/zh/payment.ts'
import { fieldLabel, fieldsOf, missingOf, optionLabel } from './gateway-words.ts'

/** What stands under a key, if anything does. */
const textAt = (key: string): unknown =>
  key.split('.').reduce<unknown>((tree, part) => Object(tree)[part], texts)

describe('words of a gateway', () => {
  it('name every parameter and every choice', () => {
    for (const type of gatewayTypes) {
      for (const { name, options } of fieldsOf(type)) {
        expect(textAt(fieldLabel(type, name)), `${type}.${name}`).toBeTypeOf('string')
        for (const option of options ?? []) {
          expect(textAt(optionLabel(option)), option).toBeTypeOf('string')
        }
      }
    }
  })

  it('say what is missing: needed parameters, and the secret that Stripe signs with', () => {
    const t = ((key: string) => key.split('.').at(-1)) as never
    expect(missingOf({ type: 'epay', config: { pay_domain: 'x' }, secrets: ['key'] }, t)).toEqual([
      'partner_id',
    ])
    expect(missingOf({ type: 'stripe', config: {}, secrets: ['secret_key'] }, t)).toEqual([
      'webhook_secret',
    ])
    const names = gatewayFields.wxpay.map(({ name }) => name)
    const config = Object.fromEntries(names.map((name) => [name, 'x']))
    expect(missingOf({ type: 'wxpay', config, secrets: names }, t)).toEqual([])
  })
})
