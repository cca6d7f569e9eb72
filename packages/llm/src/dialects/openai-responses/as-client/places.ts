import { limitsBeside } from '../../../parts/output-limits.ts'
import type { BodyPlaces } from '../../dialect-shape.ts'

export const places: BodyPlaces = {
  namesModel: true,
  limitAliases: limitsBeside('max_output_tokens'),
  withLimit: null,
  streamOptions: false,
  storeField: 'store',
}
