import { expect, test } from 'vitest'
import { NewWork } from './works.ts'

const isTaken = (studio: string, path: string): boolean =>
  NewWork.safeParse({ studio, model: 'm', title: '', inputs: {}, path, body: {} }).success

test('a studio makes the calls of its own, and no others', () => {
  expect(isTaken('midjourney', '/mj/submit/imagine')).toBe(true)
  expect(isTaken('midjourney', '/mj-turbo/mj/submit/blend')).toBe(true)
  expect(isTaken('midjourney', '/mj-slow/mj/submit/blend')).toBe(false)
  expect(isTaken('midjourney', '/mj-turbo/mj-turbo/mj/submit/blend')).toBe(false)
  expect(isTaken('midjourney', '/mj-fast/v1/videos')).toBe(false)
  expect(isTaken('image', '/mj-fast/mj/submit/imagine')).toBe(false)
  expect(isTaken('video', '/v1/videos/video_0a/remix')).toBe(true)
  expect(isTaken('video', '/v1/videos/../chat/remix')).toBe(false)
})
