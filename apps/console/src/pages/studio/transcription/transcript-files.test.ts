import { describe, expect, it } from 'vitest'
import { lineAt, plainText, shortClock, srt, transcriptIn, vtt } from './transcript-files.ts'

const heard = {
  text: 'Good morning. Is 1 < 2 & 3 > 2?',
  segments: [
    { start: 0, end: 2.5, text: ' Good\n\nmorning. ' },
    { start: 2.5, end: 3_723.0045, text: 'Is 1 < 2 & 3 > 2?' },
  ],
}

describe('a transcript as a file', () => {
  it('is text, a line for each segment', () => {
    expect(plainText(heard)).toBe('Good morning.\nIs 1 < 2 & 3 > 2?')
    expect(plainText({ text: ' all of it ', segments: [] })).toBe('all of it')
  })

  it('is SubRip', () => {
    expect(srt(heard)).toBe(
      '1\n00:00:00,000 --> 00:00:02,500\nGood morning.\n\n2\n00:00:02,500 --> 01:02:03,005\nIs 1 < 2 & 3 > 2?\n',
    )
  })

  it('is WebVTT, in which some signs are written as entities', () => {
    expect(vtt(heard)).toBe(
      'WEBVTT\n\n00:00:00.000 --> 00:00:02.500\nGood morning.\n\n00:00:02.500 --> 01:02:03.005\nIs 1 &lt; 2 &amp; 3 &gt; 2?\n',
    )
  })
})

describe('a transcript', () => {
  it('is read with segments or without', () => {
    expect(transcriptIn(JSON.stringify(heard))).toEqual(heard)
    expect(transcriptIn('{"text":"a"}')).toEqual({ text: 'a', segments: [] })
    expect(transcriptIn('{"text":"a","segments":[{"start":"?"}]}')?.segments).toEqual([])
    expect(transcriptIn('{')).toBeNull()
    expect(transcriptIn('{"words":[]}')).toBeNull()
  })

  it('has a line for a time', () => {
    expect(lineAt(heard, 2.4)).toBe(0)
    expect(lineAt(heard, 2.5)).toBe(1)
    expect(lineAt(heard, 9_999)).toBe(-1)
    expect([shortClock(62.9), shortClock(3_723)]).toEqual(['1:02', '1:02:03'])
  })
})
