import { parentPort } from 'node:worker_threads'
import type { FromThread, ToThread } from '../../../codec/messages.ts'

/*
 * A thread for bodies with work that a body asks for in words: to be answered, to ask the loop first, or to go
 * on for ever.
 */

type Answered = FromThread | { readonly job: number; readonly done: 'answered' }

const post = (message: Answered): void => parentPort?.postMessage(message)

parentPort?.on('message', (message: ToThread) => {
  if (!('work' in message)) return post({ job: message.answer, done: 'answered' })
  const { job, work } = message
  const words = 'body' in work ? Buffer.from(work.body).toString() : ''
  if (words === 'asks') {
    // The question has the number of its job.
    return post({ job, question: job, call: { name: 'fetch', args: ['x', 'image', 1] } })
  }
  while (words === 'is stuck');
  post({ job, done: 'answered' })
})
