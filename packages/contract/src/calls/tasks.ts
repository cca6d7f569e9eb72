import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { listOf } from '../list.ts'
import * as task from '../task.ts'

const TaskPage = listOf(task.Task)

export const taskCalls = {
  listTasks: {
    method: 'GET',
    path: '/api/task/',
    access: 'admin',
    changes: false,
    summary: 'Everybody’s tasks: videos, songs, pictures.',
    query: task.TaskQuery,
    reply: TaskPage,
  },
  listOwnTasks: {
    method: 'GET',
    path: '/api/task/self',
    access: 'user',
    changes: false,
    summary: 'The caller’s tasks.',
    query: task.OwnTaskQuery,
    reply: TaskPage,
  },
  listMidjourney: {
    method: 'GET',
    path: '/api/mj/',
    access: 'admin',
    changes: false,
    summary: 'Everybody’s Midjourney tasks.',
    query: task.TaskQuery,
    reply: TaskPage,
  },
  listOwnMidjourney: {
    method: 'GET',
    path: '/api/mj/self',
    access: 'user',
    changes: false,
    summary: 'The caller’s Midjourney tasks.',
    query: task.OwnTaskQuery,
    reply: TaskPage,
  },
  sumTasks: {
    method: 'GET',
    path: '/api/task/stat',
    access: 'admin',
    changes: false,
    summary: 'How many tasks run, failed and were refunded in the last 24 hours.',
    query: task.TaskSumsQuery,
    reply: task.TaskSums,
  },
  sumOwnTasks: {
    method: 'GET',
    path: '/api/task/self/stat',
    access: 'user',
    changes: false,
    summary: 'The same of the caller’s tasks.',
    query: task.TaskSumsQuery,
    reply: task.TaskSums,
  },
  getTaskFile: {
    method: 'GET',
    path: '/api/task/file/:id/:name',
    access: 'public',
    changes: false,
    summary:
      'A file of a task, by a signed link from an answer that lists it. Takes range requests. 404: the link is not ours; 410: it has expired.',
    params: task.TaskFileParams,
    query: task.TaskFileQuery,
    format: 'file',
    reply: z.string(),
  },
  getTask: {
    method: 'GET',
    path: '/api/task/:id',
    access: 'user',
    changes: false,
    summary:
      'One task with its request and the supplier’s answer. The caller’s own; administrators see all.',
    params: task.TaskIdParams,
    reply: task.TaskDetail,
  },
  cancelTask: {
    method: 'POST',
    path: '/api/task/:id/cancel',
    access: 'user',
    changes: true,
    summary:
      'Stops a task and gives its money back, where the supplier can stop it. The caller’s own; administrators all.',
    params: task.TaskIdParams,
    reply: task.TaskDetail,
    answersWithinMs: 100_000,
  },
  retryTask: {
    method: 'POST',
    path: '/api/task/:id/retry',
    access: 'user',
    changes: true,
    summary:
      'Submits the request of a task that failed, expired or was cancelled again, with the same token, as a new task that is charged anew. The caller’s own only. Answers the new task.',
    params: task.TaskIdParams,
    reply: task.TaskDetail,
    answersWithinMs: 300_000,
  },
} as const satisfies Record<string, Endpoint>
