import { expect, it } from 'vitest'
import { pluginOptions, withPluginOption } from './plugin-options.ts'

it('sets and takes out an option, and keeps the others', () => {
  const one = withPluginOption('', 'output_limit', 'max_tokens')
  expect(pluginOptions(one)).toEqual({ output_limit: 'max_tokens' })
  const two = withPluginOption(one, 'reasoning_effort', false)
  expect(pluginOptions(two)).toEqual({ output_limit: 'max_tokens', reasoning_effort: false })
  const three = withPluginOption(two, 'output_limit', undefined)
  expect(pluginOptions(three)).toEqual({ reasoning_effort: false })
  expect(withPluginOption(three, 'reasoning_effort', undefined)).toBe('')
})

it('leaves a text alone that is no object', () => {
  for (const text of ['{', '[]', '1', 'null']) {
    expect(pluginOptions(text)).toBeNull()
    expect(withPluginOption(text, 'output_limit', 'max_tokens')).toBe(text)
  }
})
