import { fieldsOf } from '../../../parts/fields.ts'
import type { BodyPlaces } from '../../dialect-shape.ts'

export const places: BodyPlaces = {
  namesModel: false,
  // Its servers know no names but its own.
  limitAliases: [],
  // Every name has two spellings; one of them is there.
  withLimit: ({ generationConfig, generation_config }, most) => {
    const given = { ...fieldsOf(generation_config), ...fieldsOf(generationConfig) }
    const { max_output_tokens: _, ...config } = given
    return {
      generationConfig: { ...config, maxOutputTokens: most },
      generation_config: null,
    }
  },
  streamOptions: false,
  storeField: null,
}
