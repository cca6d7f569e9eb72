export type SentCommand = { readonly name: string; readonly argument: string }

/** Parses `/name argument` or `/name@bot argument`. Null for other text and other bots' commands. */
export function commandOf(text: string, bot: string): SentCommand | null {
  const [, name = '', to, argument = ''] =
    /^\/([a-z0-9_]{1,32})(?:@(\w+))?(?:\s+([\s\S]*))?$/i.exec(text.trim()) ?? []
  if (name === '') return null
  if (to !== undefined && to.toLowerCase() !== bot.toLowerCase()) return null
  return { name: name.toLowerCase(), argument: argument.trim() }
}
