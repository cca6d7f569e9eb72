import type { GatewayAccount, PaymentGatewayPort } from '../../domain/payments/gateway-port.ts'

export type Acknowledgement = ReturnType<PaymentGatewayPort['acknowledgement']>

/** What one vendor's file offers: the port, for accounts of its own type. */
export type GatewayAdapter = Omit<PaymentGatewayPort, 'acknowledgement'> & {
  readonly acknowledgement: Acknowledgement
}

/** Plain `success`, as epay and Alipay expect. */
export const plainSuccess: Acknowledgement = {
  status: 200,
  contentType: 'text/plain; charset=utf-8',
  body: 'success',
}

/** A field of the account's form; empty when it was not filled in. */
export const configOf = ({ config }: GatewayAccount, name: string): string =>
  (config[name] ?? '').trim()
