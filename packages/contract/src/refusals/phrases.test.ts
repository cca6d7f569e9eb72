import { describe, expect, test } from 'vitest'
import { knownPhrase, phrase } from '../phrases.ts'
import { Refusal } from './refusal.ts'
import { phrases } from './phrases.ts'

const names = (text: string): string[] =>
  [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '').toSorted()

/** Words that are not translated: field names, formats and technical terms. */
const terms =
  /\{\w+\}|https?(:\/\/)?|JSON|HTTP|ids?|tokens?|role|parts|text|user|model|true|false|asc|desc|outputDimensionality|previous_response_id|candidates|response|Google|wav|pcm|opus|flac|m4a|mp3|mp4|ogg|webm|webp|png|jpeg|Content-Type|boundary/g

describe('the phrases within refusals', () => {
  test.each(Object.entries(phrases))('%s: both languages tell the same', (en, zh) => {
    expect(names(zh)).toEqual(names(en))
    expect(en).not.toMatch(/\p{Script=Han}/u)
    expect(zh.replace(terms, '')).not.toMatch(/[a-z]/i)
  })

  test('a Chinese refusal says its reason in Chinese, down to a reason in a reason', () => {
    const reason = phrase('{field}: {reason}', {
      field: 'https://a.example/',
      reason: phrase('its server answered {status}', { status: 404 }),
    })
    const refusal = new Refusal('model.field', { field: 'messages', reason })
    expect(refusal.text('zh')).toBe(
      '字段 messages 无效：https://a.example/：该地址的服务器返回了 404',
    )
    expect(refusal.text('en')).toBe(
      'The field messages is not valid: https://a.example/: its server answered 404',
    )
    expect(refusal.details('zh')).toEqual({
      field: 'messages',
      reason: 'https://a.example/：该地址的服务器返回了 404',
    })
  })

  test('somebody else’s words are none of ours', () => {
    expect(knownPhrase('given up')?.zh).toBe('已放弃')
    expect(knownPhrase('toString')).toBeNull()
    expect(knownPhrase('more than {limit} fields')).toBeNull()
  })
})
