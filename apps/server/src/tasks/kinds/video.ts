import { textOf } from '@posthouse/llm/bytes/fields'
import type { TaskKind } from '../task-kind.ts'
import { videoSupplierOf } from './videos/video-suppliers.ts'

const minuteMs = 60_000
const mebibyte = 1024 * 1024

export const video: TaskKind = {
  deadlineMs: 60 * minuteMs,
  pauseMs: { first: 1_000, most: 15_000 },
  fileBytesMax: 512 * mebibyte,
  mediaTypes: ['video/mp4', 'video/webm'],
  meters: ({ seconds, size }) => {
    const attributes = { size: textOf(size) ?? '' }
    return [
      { meter: 'call', amount: 1, attributes },
      { meter: 'second', amount: Number(seconds), attributes },
    ]
  },
  submit: (calls, target, asked) =>
    videoSupplierOf(target.channel.type).submit(calls, target, asked),
  poll: (calls, target, task) => videoSupplierOf(target.channel.type).poll(calls, target, task),
  cancel: {
    isPossible: ({ channel }) => videoSupplierOf(channel.type).cancel !== undefined,
    run: async (calls, target, task) =>
      (await videoSupplierOf(target.channel.type).cancel?.(calls, target, task)) ?? null,
  },
}
