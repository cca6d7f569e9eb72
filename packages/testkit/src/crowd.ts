import type { Product } from './product.ts'

const batch = 1_000

/** The row of a user who cannot sign in. */
export const nobody = {
  username: 'nobody',
  display_name: '',
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
} as const

/**
 * People who only exist to be found among: `person-1` to `person-<count>`. Nobody can sign in as one,
 * they have no password.
 */
export async function addCrowd(
  { server }: Product,
  count: number,
  displayName: (number: number) => string = () => 'Somebody',
): Promise<void> {
  for (let start = 1; start <= count; start += batch) {
    const people = Array.from({ length: Math.min(batch, count - start + 1) }, (_, place) => ({
      ...nobody,
      username: `person-${start + place}`,
      display_name: displayName(start + place),
    }))
    await server.stores.db.insertInto('users').values(people).execute()
  }
}
