import { expect, test } from 'vitest'
import { drawingButtons, promptsIn } from './drawing-buttons.ts'

const ids = (...customIds: readonly string[]) =>
  drawingButtons({ buttons: customIds.map((customId) => ({ customId, label: 'as it says' })) })

test('buttons are told by their ids', () => {
  expect(
    ids('MJ::JOB::upsample::2::x', 'MJ::JOB::variation::4::x', 'MJ::JOB::reroll::0::x::SOLO').map(
      ({ act, place }) => [act, place],
    ),
  ).toEqual([
    ['upscale', 2],
    ['vary', 4],
    ['reroll', 0],
  ])
  expect(
    ids(
      'MJ::Outpaint::50::1::x',
      'MJ::JOB::pan_left::1::x',
      'MJ::JOB::upsample_v6_2x_subtle::1::x',
    ),
  ).toMatchObject([{ act: 'zoom' }, { act: 'left' }, { act: 'other', label: 'as it says' }])
})

test('buttons that ask for more are left out', () => {
  expect(ids('MJ::Inpaint::1::x', 'MJ::CustomZoom::x', 'MJ::BOOKMARK::x')).toEqual([])
  expect(drawingButtons({ buttons: 'none' })).toEqual([])
})

test('prompts lose their numbers', () => {
  expect(promptsIn({ promptEn: '1️⃣ a fox --ar 1:1\n\n2️⃣ a red fox\n3. the fox' })).toEqual([
    'a fox --ar 1:1',
    'a red fox',
    'the fox',
  ])
  expect(promptsIn({})).toEqual([])
})
