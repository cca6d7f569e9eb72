import { openProduct } from '@posthouse/testkit/product'

/**
 * The product for the browser tests: a fresh database, the built console, the sandbox supplier, and
 * an ordinary user beside the super administrator, and the crowd of a big site.
 */
const product = await openProduct({ env: { PORT: process.env['PORT'] ?? '3187' } })
await product.user({ name: 'traveller', balance: 5_000_000 })
await crowd(20_000)
console.log(product.address)

/** People who only exist to be found among. Nobody can sign in as one: they have no password. */
async function crowd(people: number): Promise<void> {
  const { db } = product.server.stores
  const batch = 1_000
  for (let start = 1; start <= people; start += batch) {
    await db
      .insertInto('users')
      .values(Array.from({ length: batch }, (_, place) => person(start + place)))
      .execute()
  }
}

function person(number: number) {
  return {
    username: `person-${number}`,
    display_name: 'Somebody',
    password: '',
    role: 1n,
    status: 1n,
    email: null,
    group: 'default',
    created_at: 1n,
    password_changed_at: null,
    last_login_at: null,
    last_login_ip: null,
    deleted_at: null,
  }
}

const close = (): void => {
  void product.close().then(() => process.exit(0))
}
process.on('SIGTERM', close)
process.on('SIGINT', close)
