import { limitsBeside } from '../../../parts/output-limits.ts'
import type { BodyPlaces } from '../../dialect-shape.ts'

export const places: BodyPlaces = {
  namesModel: true,
  limitAliases: limitsBeside('max_completion_tokens', 'max_tokens'),
  withLimit: null,
  streamOptions: true,
  storeField: null,
}
