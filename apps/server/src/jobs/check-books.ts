import {
  type BooksParts,
  type ElsewhereParts,
  examineBooks,
  examineElsewhere,
} from '../books/examine-books.ts'
import type { Log } from '../lib/log.ts'

/** Recomputes the books from their rows. A difference is never mended here: an operator must see it. */
export async function checkBooks(parts: BooksParts & ElsewhereParts, log: Log): Promise<void> {
  const findings = [...(await examineElsewhere(parts)), ...(await examineBooks(parts))]
  const wrong = findings.filter(({ ok }) => !ok)
  for (const { text } of wrong) log.error({ finding: text }, 'the books do not agree')
  log.info({ findings: wrong.length }, 'the books are checked')
}
