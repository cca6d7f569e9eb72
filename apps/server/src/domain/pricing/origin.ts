import type { priceOrigins } from '@posthouse/contract/price'

const imported = 'import: '

/** The source of entries that were fetched from an address. */
export const importedFrom = (address: string, day: string): string =>
  `${imported}${address} (${day})`

/** Where an entry comes from, by its source. */
export const originOf = (source: string): (typeof priceOrigins)[number] => {
  if (source === '') return 'own'
  return source.startsWith(imported) ? 'imported' : 'default'
}
