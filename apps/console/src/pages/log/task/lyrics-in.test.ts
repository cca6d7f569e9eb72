import { describe, expect, it } from 'vitest'
import { lyricsIn } from './lyrics-in.ts'

describe('lyrics in an answer', () => {
  it('are found with each song, once', () => {
    const song = { title: 'Post road', metadata: { lyrics: 'Ride on' } }
    expect(lyricsIn({ clips: [song, song, { lyric: 'Come home' }] })).toEqual([
      'Ride on',
      'Come home',
    ])
  })

  it('are none where nothing is sung, and where an answer is no object', () => {
    expect(lyricsIn({ seconds: '4', text: ' ' })).toEqual([])
    expect(lyricsIn(null)).toEqual([])
  })
})
