import { limitNames } from '../../../parts/output-limits.ts'
import type { BodyPlaces } from '../../dialect-shape.ts'

/** Its limit stands in `inferenceConfig`. */
export const places: BodyPlaces = {
  namesModel: false,
  limitAliases: limitNames,
  withLimit: null,
  streamOptions: false,
  storeField: null,
}
