import type { Handler } from '../call.ts'

export const getBooks: Handler<'getBooks'> = async (_input, { parts }) => ({
  refused_settlements: await parts.ledger.writer.countRefused(),
})
