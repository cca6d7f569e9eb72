import { expect, test } from 'vitest'
import { momentOf, secondsIn, songCall, SongInputs } from './song-inputs.ts'

const call = (given: Partial<SongInputs>, model = 'suno_music') =>
  songCall(SongInputs.parse(given), model)

test('a song is asked for by a description or by its lyrics', () => {
  expect(call({ description: ' a waltz ', lyrics: 'not sung' }).body).toEqual({
    gpt_description_prompt: 'a waltz',
    make_instrumental: false,
  })
  expect(
    call({ mode: 'lyrics', lyrics: 'la', tags: 'folk', title: 'La' }, 'chirp-v4').body,
  ).toEqual({ prompt: 'la', tags: 'folk', title: 'La', mv: 'chirp-v4', make_instrumental: false })
  expect(call({ mode: 'lyrics', lyrics: 'unsung', tags: 'folk', instrumental: true }).body).toEqual(
    { tags: 'folk', make_instrumental: true },
  )
  expect(call({ mode: 'words', topic: 'the sea' })).toEqual({
    path: '/suno/submit/lyrics',
    body: { prompt: 'the sea' },
    form: false,
  })
})

test('a song is continued from a moment', () => {
  const continued = { parent: 'aa-bb', clip: 'c1', from: '1:05', description: 'louder' }
  expect(call(continued).body).toMatchObject({
    task_id: 'aabb',
    continue_clip_id: 'c1',
    continue_at: 65,
  })
  expect(['12', '0:07', '1:75', 'x', ''].map(secondsIn)).toEqual([12, 7, null, null, null])
  expect([7, 65.9, 600].map(momentOf)).toEqual(['0:07', '1:05', '10:00'])
})
