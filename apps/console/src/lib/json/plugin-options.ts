type Options = Readonly<Record<string, unknown>>

/** The plugin parameters of a channel; null: the text is no JSON object. */
export function pluginOptions(text: string): Options | null {
  if (text.trim() === '') return {}
  try {
    const value: unknown = JSON.parse(text)
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject ? { ...value } : null
  } catch {
    return null
  }
}

/** The text with an option set, or taken out when its value is undefined. Other options stay. */
export function withPluginOption(text: string, name: string, value: unknown): string {
  const options = pluginOptions(text)
  if (options === null) return text
  const { [name]: _, ...others } = options
  const changed = value === undefined ? others : { ...others, [name]: value }
  return Object.keys(changed).length === 0 ? '' : JSON.stringify(changed, null, 2)
}
