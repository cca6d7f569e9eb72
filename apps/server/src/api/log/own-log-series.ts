import type { Handler } from '../call.ts'
import { onlyOwn } from './only-own.ts'
import { seriesOut } from './series-out.ts'

export const ownLogSeries: Handler<'ownLogSeries'> = ({ query }, { caller, parts }) =>
  seriesOut(onlyOwn(query, caller), query, parts)
