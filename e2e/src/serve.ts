import { openProduct } from '@posthouse/testkit/product'

/** The product for the browser tests: a fresh database, the built console, the sandbox supplier. */
const product = await openProduct({ env: { PORT: process.env['PORT'] ?? '3187' } })
console.log(product.address)

const close = (): void => {
  void product.close().then(() => process.exit(0))
}
process.on('SIGTERM', close)
process.on('SIGINT', close)
