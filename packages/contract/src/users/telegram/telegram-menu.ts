export const menuFormats = ['MarkdownV2', 'Markdown', 'HTML'] as const
export type MenuFormat = (typeof menuFormats)[number]

/** Commands that the bot itself answers: no entry may have their name. */
export const builtInCommands = [
  'start',
  'bind',
  'unbind',
  'balance',
  'recharge',
  'apikey',
  'aff',
] as const
export type BuiltInCommand = (typeof builtInCommands)[number]
