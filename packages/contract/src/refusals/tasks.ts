import type { RefusalText } from './refusal-text.ts'

export const tasks = {
  'task.not-found': {
    status: 404,
    zh: '找不到 id 为 {id} 的任务',
    en: "Task with id '{id}' not found.",
  },
  'task.running': {
    status: 409,
    zh: '任务还在运行，完成后才能删除',
    en: 'The task is still running. Delete it when it has finished.',
  },
  'task.not-finished': {
    status: 409,
    zh: '任务尚未完成，没有可下载的结果',
    en: 'The task has not finished: there is no result to download yet.',
  },
  'task.not-cancellable': {
    status: 409,
    zh: '该任务无法取消',
    en: 'This task cannot be cancelled.',
  },
  'task.not-stopped': {
    status: 409,
    zh: '上游没有停止该任务，它会继续运行',
    en: 'The supplier did not stop this task. It continues.',
  },
  'task.not-retryable': {
    status: 409,
    zh: '只有失败、过期或已取消的任务可以重试',
    en: 'Only a task that failed, expired or was cancelled can be retried.',
  },
  'task.files-not-kept': {
    status: 409,
    zh: '该任务提交的文件或图片没有保留，无法重试。请重新提交',
    en: 'The files or pictures of this task were not kept, so it cannot be retried. Submit it again.',
  },
  'task.token-gone': {
    status: 409,
    zh: '该任务的令牌已删除，无法重试。请用其他令牌重新提交',
    en: 'The token of this task was deleted, so it cannot be retried. Submit it again with another token.',
  },
  'task.file-gone': {
    status: 404,
    zh: '该任务的文件已过保留期，或不在此节点上',
    en: 'The file of this task is no longer kept, or is not on this node.',
  },
  'task.link-expired': {
    status: 410,
    zh: '此链接已过期，刷新列表以获取新链接',
    en: 'This link has expired. Reload the list for a new one.',
  },
  'task.parent': {
    status: 409,
    zh: '任务 {id} 尚未成功，不能在其基础上继续',
    en: "Task '{id}' has not succeeded, so it cannot be continued.",
  },
  'task.unanswered': {
    status: 502,
    zh: '上游没有回答关于该任务的问题',
    en: 'The upstream did not answer the question about this task.',
  },
  'task.too-many': {
    status: 429,
    zh: '同时运行的任务过多，最多 {limit} 个',
    en: 'Too many tasks are running. At most {limit} may run at the same time.',
  },
  'work.not-found': {
    status: 404,
    zh: '找不到该作品，可能已过保留期',
    en: 'This work was not found. It may no longer be kept.',
  },
  'work.file-gone': {
    status: 404,
    zh: '该作品的文件已过保留期，或不在此节点上',
    en: 'The file of this work is no longer kept, or is not on this node.',
  },
  'work.form': {
    status: 400,
    zh: '此调用需要一个表单，其中 work 部分为 JSON 对象',
    en: "This call takes a form whose part 'work' is a JSON object.",
  },
  'work.too-many': {
    status: 429,
    zh: '同时运行的作品过多，最多 {limit} 个，请等其中一个完成',
    en: 'At most {limit} works may run at the same time. Wait until one has finished.',
  },
  'work.full': {
    status: 409,
    zh: '您的作品已占用 {limit} GB，请先删除一些',
    en: 'Your works take up {limit} GB. Delete some first.',
  },
  'work.cut': {
    status: 502,
    zh: '结果在传输中断开，未收到完整内容',
    en: 'The result broke off before all of it had come.',
  },
  'work.lost': {
    status: 500,
    zh: '服务器在完成前重启，未完成的部分未收费',
    en: 'The server restarted before this was finished. Nothing that was not delivered is charged.',
  },
  'work.unfetched': {
    status: 502,
    zh: '无法取得结果文件：{reason}',
    en: 'The file of the result could not be fetched: {reason}.',
  },
} as const satisfies Record<string, RefusalText>
