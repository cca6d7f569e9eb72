import { expect, test } from 'vitest'
import { DrawingInputs, drawingCall, promptOf } from './drawing-inputs.ts'

const inputs = (given: Partial<DrawingInputs>): DrawingInputs => DrawingInputs.parse(given)
const file = { id: '1', field: 'picture', name: 'a.png', blob: new Blob([]) }

test('parameters follow the prompt', () => {
  expect(promptOf(inputs({ prompt: ' a fox ' }))).toBe('a fox')
  expect(
    promptOf(inputs({ prompt: 'a fox', ratio: '16:9', version: 'Niji 6', stylize: '250' })),
  ).toBe('a fox --ar 16:9 --niji 6 --s 250')
})

test('the address has the speed, and pictures go where each call wants them', () => {
  expect(drawingCall(inputs({ prompt: 'a fox', speed: 'turbo' }), [])).toEqual({
    path: '/mj-turbo/mj/submit/imagine',
    body: { prompt: 'a fox' },
    form: false,
  })
  expect(drawingCall(inputs({ mode: 'describe' }), [file])).toMatchObject({
    path: '/mj/submit/describe',
    body: { base64: 'file:0' },
  })
  expect(drawingCall(inputs({ mode: 'blend', shape: 'SQUARE' }), [file, file]).body).toEqual({
    base64Array: ['file:0', 'file:1'],
    dimensions: 'SQUARE',
  })
})
