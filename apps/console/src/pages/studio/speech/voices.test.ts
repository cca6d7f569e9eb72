import { describe, expect, it } from 'vitest'
import { soundsOf, voiceIdOf, voiceOf } from './voices.ts'

describe('voices', () => {
  it('are those of the family of a model', () => {
    expect(voiceOf('tts-1', '')).toBe('alloy')
    expect(voiceOf('gemini-2.5-flash-preview-tts', 'alloy')).toBe('Kore')
    expect(voiceOf('openai/gpt-4o-mini-tts', 'marin')).toBe('marin')
    expect(voiceOf('tts-1-hd', 'marin')).toBe('alloy')
  })

  it('can be any other', () => {
    expect(voiceOf('tts-1', ' my-own ')).toBe('my-own')
    expect(voiceOf('cosyvoice-v2', '')).toBe('')
    expect(voiceOf('cosyvoice-v2', 'alloy')).toBe('alloy')
  })

  it('of ElevenLabs are sent by their ids', () => {
    expect(voiceIdOf('eleven_v3', 'George')).toHaveLength(20)
    expect(voiceIdOf('eleven_v3', 'my-own')).toBe('my-own')
    expect(voiceIdOf('tts-1', 'George')).toBe('George')
  })

  it('have only the formats that the model gives', () => {
    expect(soundsOf('gemini-3.8-flash-tts').formats).toEqual(['wav'])
    expect(soundsOf('eleven_flash_v2_5').formats).not.toContain('wav')
    expect(soundsOf('tts-1').takesInstructions).toBe(false)
  })
})
