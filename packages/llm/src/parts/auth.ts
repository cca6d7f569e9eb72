/** How a supplier wants its key. */
export type KeyForm = 'bearer' | 'x-api-key' | 'api-key' | 'none'

export function authHeaders(form: KeyForm, key: string): Readonly<Record<string, string>> {
  if (key === '') return {}
  switch (form) {
    case 'bearer':
      return { authorization: `Bearer ${key}` }
    case 'x-api-key':
      return { 'x-api-key': key }
    case 'api-key':
      return { 'api-key': key }
    case 'none':
      return {}
  }
}
