/** How a supplier wants its key. */
export type KeyForm = 'bearer' | 'x-api-key' | 'x-goog-api-key' | 'api-key' | 'none'

export function authHeaders(form: KeyForm, key: string): Readonly<Record<string, string>> {
  if (key === '') return {}
  if (form === 'none') return {}
  return form === 'bearer' ? { authorization: `Bearer ${key}` } : { [form]: key }
}
