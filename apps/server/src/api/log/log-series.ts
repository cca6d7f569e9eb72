import type { Handler } from '../call.ts'
import { seriesOut } from './series-out.ts'

export const logSeries: Handler<'logSeries'> = ({ query }, { parts }) =>
  seriesOut({ ...query, userId: null }, query, parts)
