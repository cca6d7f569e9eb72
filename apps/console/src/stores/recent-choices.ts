import { z } from 'zod'
import { readJson, storageKeys, writeText } from '../lib/storage.ts'

const kept = 5

const Choice = z.object({
  /** `kind:name`, such as `page:token` or `user:12`. */
  id: z.string(),
  /** The name as it was found; empty when the catalogue has it. */
  label: z.string(),
})
export type RecentChoice = z.output<typeof Choice>

const Stored = z.object({ owner: z.number(), choices: z.array(Choice) })

/** What this user last chose in the palette, on this browser. Another user's choices are nobody's business. */
export function recentChoices(owner: number): readonly RecentChoice[] {
  const stored = Stored.safeParse(readJson(storageKeys.recent))
  return stored.success && stored.data.owner === owner ? stored.data.choices : []
}

export function rememberChoice(owner: number, choice: RecentChoice): void {
  const others = recentChoices(owner).filter(({ id }) => id !== choice.id)
  const choices = [choice, ...others].slice(0, kept)
  writeText(storageKeys.recent, JSON.stringify({ owner, choices }))
}
