import { openProduct } from '@posthouse/testkit/product'

/**
 * The product for the browser tests: a fresh database, the built console, the sandbox supplier, and
 * an ordinary user beside the super administrator.
 */
const product = await openProduct({ env: { PORT: process.env['PORT'] ?? '3187' } })
await product.user({ name: 'traveller', balance: 5_000_000 })
console.log(product.address)

const close = (): void => {
  void product.close().then(() => process.exit(0))
}
process.on('SIGTERM', close)
process.on('SIGINT', close)
