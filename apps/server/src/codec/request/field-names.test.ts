import type { BodyKind } from '@posthouse/llm/surfaces/body-shapes'
import { expect, it } from 'vitest'
import { readBody } from './read-body.ts'

const said = '"messages": [{"role": "user", "content": "x"}]'
const contents = '"contents": [{"parts": [{"text": "x"}]}]'

const faultOf = (kind: BodyKind, text: string): unknown => {
  const reading = readBody(kind, Buffer.from(text))
  return reading.ok ? null : Object.values(reading.refusal.params)
}

it.each<[string, BodyKind, string, string]>([
  ['twice', 'openai-chat', `{"model": "cheap", "model": "dear", ${said}}`, 'model'],
  ['in another case', 'openai-chat', `{"model": "cheap", "Model": "dear", ${said}}`, 'Model'],
  [
    'in another case alone',
    'openai-chat',
    `{"model": "m", "MAX_TOKENS": 9, ${said}}`,
    'MAX_TOKENS',
  ],
  ['escaped', 'openai-chat', `{"model": "m", "\\u006dodel": "n", ${said}}`, 'model'],
  ['with a long s', 'openai-chat', `{"model": "m", "\\u017ftream": true, ${said}}`, 'ſtream'],
  [
    'with the Kelvin sign',
    'openai-chat',
    `{"model": "m", "max_to\\u212aens": 9, ${said}}`,
    'max_to\u212aens',
  ],
  [
    'in another case, who else may answer',
    'openai-chat',
    `{"model":"m","Models":["n"],${said}}`,
    'Models',
  ],
  [
    'with the Kelvin sign, too',
    'openai-chat',
    `{"model":"m","fallbac\u212as":["n"],${said}}`,
    'fallbac\u212as',
  ],
  [
    'in another case, how long at least',
    'anthropic-messages',
    `{"model":"m","MIN_TOKENS":9,${said}}`,
    'MIN_TOKENS',
  ],
  [
    'in what is merged',
    'openai-chat',
    `{"model":"m","extra_body":{"Model":"n"},${said}}`,
    'extra_body.Model',
  ],
  [
    'in what is merged, a limit',
    'openai-chat',
    `{"model":"m","extra_body":{"max_tokens":9},${said}}`,
    'extra_body.max_tokens',
  ],
  ...(['openai-chat', 'anthropic-messages'] as const).flatMap(
    (kind): [string, BodyKind, string, string][] => [
      [
        'in Ollama’s options, a limit',
        kind,
        `{"model":"m","options":{"num_ctx":9,"num_predict":9000},${said}}`,
        'options.num_predict',
      ],
      [
        'in Hugging Face’s parameters, a limit',
        kind,
        `{"model":"m","parameters":{"max_new_tokens":9000},${said}}`,
        'parameters.max_new_tokens',
      ],
      [
        'in Hugging Face’s parameters, answers',
        kind,
        `{"model":"m","parameters":{"num_return_sequences":9},${said}}`,
        'parameters.num_return_sequences',
      ],
      [
        'in Ollama’s options inside of what is merged, a limit',
        kind,
        `{"model":"m","extra_body":{"options":{"num_predict":9000}},${said}}`,
        'extra_body.options.num_predict',
      ],
      [
        'in Google’s part of what is merged, a limit',
        kind,
        `{"model":"m","extra_body":{"google":{"generation_config":{"max_output_tokens":9}}},${said}}`,
        'extra_body.google.generation_config.max_output_tokens',
      ],
      [
        'in Gemini’s configuration, a limit',
        kind,
        `{"model":"m","generationConfig":{"topK":1,"maxOutputTokens":9000},${said}}`,
        'generationConfig.maxOutputTokens',
      ],
      [
        'in Gemini’s configuration, answers',
        kind,
        `{"model":"m","generation_config":{"candidate_count":9},${said}}`,
        'generation_config.candidate_count',
      ],
    ],
  ),
  [
    'in Ollama’s options, a limit',
    'gemini',
    `{"options":{"num_predict":9000},${contents}}`,
    'options.num_predict',
  ],
  [
    'in what is merged, a configuration with a limit',
    'gemini',
    `{"extra_body":{"generationConfig":{"maxOutputTokens":9000}},${contents}}`,
    'extra_body.generationConfig.maxOutputTokens',
  ],
  [
    'of another dialect inside, a limit',
    'gemini',
    `{"generationConfig":{"maxOutputTokens":9,"max_tokens":9000},${contents}}`,
    'max_tokens',
  ],
  [
    'of another dialect inside, answers',
    'gemini',
    `{"generationConfig":{"num_return_sequences":9},${contents}}`,
    'num_return_sequences',
  ],
  [
    'where it is no limit, one of its own',
    'gemini',
    `{"maxOutputTokens":9000,${contents}}`,
    'maxOutputTokens',
  ],
  [
    'where it is no limit, one of another dialect',
    'gemini',
    `{"generationConfig":{"maxOutputTokens":9},"max_tokens":9000,${contents}}`,
    'max_tokens',
  ],
  ['where they are none, answers', 'gemini', `{"n":9,${contents}}`, 'n'],
  ['twice, a prompt', 'openai-chat', `{"model": "m", ${said}, ${said}}`, 'messages'],
  ['twice, answers', 'openai-chat', `{"model": "m", "n": 1, "n": 9, ${said}}`, 'n'],
  [
    'twice, tools',
    'anthropic-messages',
    `{"model": "m", "tools": [], "Tools": [], ${said}}`,
    'Tools',
  ],
  [
    'twice, a limit',
    'openai-responses',
    '{"model":"m","input":"x","max_output_tokens":1,"max_output_tokens":2}',
    'max_output_tokens',
  ],
  [
    'in both spellings',
    'gemini',
    `{"generationConfig": {}, "generation_config": {}, ${contents}}`,
    'generation_config',
  ],
  [
    'in both spellings inside',
    'gemini',
    `{"generationConfig": {"maxOutputTokens": 1, "max_output_tokens": 9}, ${contents}}`,
    'max_output_tokens',
  ],
  [
    'in another case inside',
    'gemini',
    `{"generation_config": {"CandidateCount": 9}, ${contents}}`,
    'CandidateCount',
  ],
  [
    'inside of what is wrapped',
    'gemini-count',
    `{"generateContentRequest": {"Tools": [], ${contents}}}`,
    'Tools',
  ],
])('a name that decides is refused %s', (_how, kind, body, name) => {
  expect(faultOf(kind, body)).toEqual([
    name,
    {
      zh: expect.stringMatching(/两次|应写作|应直接写/),
      en: expect.stringMatching(/twice|written|belongs/),
    },
  ])
})

it.each<[string, BodyKind, string]>([
  [
    'either spelling of Gemini’s',
    'gemini',
    `{"system_instruction": {}, "generation_config": {"max_output_tokens": 5}, ${contents}}`,
  ],
  [
    'names that decide nothing',
    'openai-chat',
    `{"model": "m", "user": "a", "User": "b", "x": 1, "x": 2, ${said}}`,
  ],
  [
    'names further inside',
    'openai-chat',
    `{"model": "m", "metadata": {"model": "a", "Model": "b"}, ${said}}`,
  ],
  [
    'what decides nothing, in what is merged',
    'openai-chat',
    `{"model": "m", "extra_body": {"google": {"thinking_config": {}}, "top_k": 1}, ${said}}`,
  ],
  [
    'both limits of OpenAI',
    'openai-chat',
    `{"model": "m", "max_tokens": 9, "max_completion_tokens": 7, ${said}}`,
  ],
  [
    'Anthropic’s limit beside nothing',
    'anthropic-messages',
    `{"model": "m", "max_tokens": 9, ${said}}`,
  ],
])('%s may stand there', (_what, kind, body) => {
  expect(faultOf(kind, body)).toBeNull()
})

it('of two limits the smaller one counts', () => {
  for (const [old, young] of [
    [9, 7],
    [7, 9],
  ]) {
    const body = `{"model": "m", "max_tokens": ${old}, "max_completion_tokens": ${young}, ${said}}`
    const reading = readBody('openai-chat', Buffer.from(body))
    expect(reading.ok && reading.facts.outputLimit).toBe(7)
  }
})
