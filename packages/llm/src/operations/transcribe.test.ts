import { expect, test } from 'vitest'
import { subtitles } from './transcribe.ts'

const transcript = {
  text: 'One. Two.',
  seconds: 3_725.5,
  segments: [
    { start: 0, end: 1.5, text: ' One.' },
    { start: 3_723.004, end: 3_725.5, text: ' Two.' },
  ],
  usage: null,
}

test('SubRip numbers its lines', () => {
  expect(subtitles(transcript, 'srt')).toBe(
    '1\n00:00:00,000 --> 00:00:01,500\nOne.\n\n2\n01:02:03,004 --> 01:02:05,500\nTwo.\n\n',
  )
})

test('WebVTT has a head', () => {
  expect(subtitles(transcript, 'vtt')).toBe(
    'WEBVTT\n\n00:00:00.000 --> 00:00:01.500\nOne.\n\n01:02:03.004 --> 01:02:05.500\nTwo.\n\n',
  )
})

test('a transcript without segments is one line', () => {
  expect(subtitles({ ...transcript, segments: [] }, 'srt')).toContain(
    '00:00:00,000 --> 01:02:05,500',
  )
})
