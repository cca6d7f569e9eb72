import { test as base } from '@playwright/test'
import { openProduct, type Product } from '@posthouse/testkit/product'

/** For tests that change the log of everybody: a product of their own, whose database they can reach. */
export const test = base.extend<object, { product: Product }>({
  product: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads the names of what a fixture needs
    async ({}, use) => {
      const product = await openProduct()
      await use(product)
      await product.close()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: ({ product }, use) => use(product.address),
})
