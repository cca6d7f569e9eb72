import { expect, test } from 'vitest'
import { rulesOf } from './model-rules.ts'

test.each([
  ['claude-3-haiku-20240307', 'none', 'any'],
  ['claude-instant-1.2', 'none', 'any'],
  ['claude-3-5-sonnet-latest', 'none', 'any'],
  ['claude-3-7-sonnet-20250219', 'budget', 'any'],
  ['claude-sonnet-4-20250514', 'budget', 'any'],
  ['claude-opus-4-1-20250805', 'budget', 'one'],
  ['claude-haiku-4-5', 'budget', 'one'],
  ['us.anthropic.claude-opus-4-6-v1:0', 'adaptive', 'one'],
  ['anthropic/claude-opus-4.7', 'adaptive', 'none'],
  ['claude-sonnet-5', 'adaptive', 'none'],
  ['claude-mythos-preview', 'adaptive', 'none'],
  ['deepseek-v4', 'budget', 'any'],
])('%s: thinking by %s, sampling %s', (model, thinking, sampling) => {
  expect(rulesOf(model)).toMatchObject({ thinking, sampling })
})

test('the last models neither stop thinking nor take a forced tool', () => {
  for (const model of ['claude-opus-5-5', 'claude-haiku-5-5', 'claude-fable-5-1']) {
    expect(rulesOf(model)).toMatchObject({ canStopThinking: false, canForceTools: false })
  }
  expect(rulesOf('claude-fable-5')).toMatchObject({ canStopThinking: false, canForceTools: true })
  expect(rulesOf('claude-opus-5')).toMatchObject({ canStopThinking: true, canForceTools: true })
})
