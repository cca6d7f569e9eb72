import { describe, expect, it } from 'vitest'
import { modelGroups, pastedModels } from './model-groups.ts'

describe('modelGroups', () => {
  it('puts models with their suppliers, the unknown ones last', () => {
    expect(
      modelGroups(['qwen3-max', 'mine', 'gpt-5.5', 'sandbox/chat', 'claude-5', 'gpt-5.4', 'yours']),
    ).toEqual([
      { supplier: 'Anthropic', models: ['claude-5'] },
      { supplier: 'OpenAI', models: ['gpt-5.5', 'gpt-5.4'] },
      { supplier: 'Qwen', models: ['qwen3-max'] },
      { supplier: 'sandbox', models: ['sandbox/chat'] },
      { supplier: '', models: ['mine', 'yours'] },
    ])
  })
})

describe('pastedModels', () => {
  it('reads lines, commas, a JSON list and repetitions', () => {
    expect(pastedModels('a, b；c\n d\n\na')).toEqual(['a', 'b', 'c', 'd'])
    expect(pastedModels('["gpt-5", "o3"]')).toEqual(['gpt-5', 'o3'])
    expect(pastedModels(' \n')).toEqual([])
  })
})
