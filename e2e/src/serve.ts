import { addCrowd } from '@posthouse/testkit/crowd'
import { openProduct } from '@posthouse/testkit/product'

/**
 * The product for the browser tests: a fresh database, the built console, the sandbox supplier, and
 * ordinary users beside the super administrator, two of them with nothing to spend (what is new can be
 * seen once, and both screens want to see it), and the crowd of a big site.
 */
const product = await openProduct({ env: { PORT: process.env['PORT'] ?? '3187' } })
await product.user({ name: 'traveller', balance: 5_000_000 })
await product.user({ name: 'newcomer' })
await product.user({ name: 'newcomer-phone' })
if (process.env['CROWD'] !== 'none') await addCrowd(product, 20_000)
console.log(product.address)

const close = (): void => {
  void product.close().then(() => process.exit(0))
}
process.on('SIGTERM', close)
process.on('SIGINT', close)
