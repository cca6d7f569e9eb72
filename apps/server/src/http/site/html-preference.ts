/**
 * Whether the sender of an `Accept` header asks for HTML by name, as browsers do, takes anything, as curl and
 * health checks do, or refuses it.
 */
export function htmlPreference(accept: string | undefined): 'named' | 'any' | 'no' {
  const types = (accept ?? '*/*')
    .toLowerCase()
    .split(',')
    .map((range) => range.split(';').map((part) => part.trim()))
    .filter((parts) => !parts.some((part) => /^q=0(\.0{0,3})?$/.test(part)))
    .map(([type = '']) => type)
  if (types.some((type) => ['text/html', 'application/xhtml+xml', 'text/*'].includes(type))) {
    return 'named'
  }
  return types.includes('*/*') || types.includes('') ? 'any' : 'no'
}
