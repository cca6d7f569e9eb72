import type { Product } from './product.ts'

const batch = 1_000

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

/** Adds users who only fill lists: `person-1` to `person-<count>`. They have no password, so they cannot sign in. */
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
