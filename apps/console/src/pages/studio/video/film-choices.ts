import type { CatalogueModel } from '@posthouse/contract/catalogue'

/** Lengths in seconds and sizes that a model makes. */
type FilmChoices = { readonly seconds: readonly string[]; readonly sizes: readonly string[] }

type Family = FilmChoices & { readonly name: RegExp }

const upright = (sizes: readonly string[]): readonly string[] =>
  sizes.flatMap((size) => [size, size.split('x').toReversed().join('x')])

/** As the makers document them; the first that fits counts. */
const families: readonly Family[] = [
  {
    name: /sora.*pro/i,
    seconds: ['4', '8', '12'],
    sizes: upright(['1280x720', '1792x1024']),
  },
  { name: /veo-?2/i, seconds: ['5', '6', '7', '8'], sizes: upright(['1280x720']) },
  {
    name: /veo-?3\.1/i,
    seconds: ['4', '6', '8'],
    sizes: upright(['1280x720', '1920x1080', '3840x2160']),
  },
  { name: /veo/i, seconds: ['4', '6', '8'], sizes: upright(['1280x720', '1920x1080']) },
  {
    name: /kling/i,
    seconds: ['5', '10'],
    sizes: [...upright(['1280x720', '1920x1080']), '720x720', '1080x1080'],
  },
]

const usual: FilmChoices = { seconds: ['4', '8', '12'], sizes: upright(['1280x720']) }

/** Sizes with a price of their own are offered beside those of the family. */
export function filmChoices({ name, lines }: Pick<CatalogueModel, 'name' | 'lines'>): FilmChoices {
  const { seconds, sizes } = families.find((family) => family.name.test(name)) ?? usual
  const priced = lines.flatMap(({ attributes }) => attributes?.['size'] ?? [])
  return { seconds, sizes: [...new Set([...sizes, ...priced])] }
}

/** Whether a finished film can be made anew with other words: its supplier has no remixes. */
export const isRemixable = (model: string): boolean => !/veo|kling/i.test(model)

/** `landscape`, `portrait` or `square`. */
export function shapeOf(size: string): 'landscape' | 'portrait' | 'square' {
  const [width = 0, height = 0] = size.split('x').map(Number)
  return width === height ? 'square' : width > height ? 'landscape' : 'portrait'
}
