import type { Task } from '@posthouse/contract/task'

/** What a task is called in sentences: the beginning of its prompt, else its model. */
export const nameOf = ({ prompt, model }: Pick<Task, 'prompt' | 'model'>): string => {
  const line = prompt.trim().split('\n', 1)[0] ?? ''
  if (line === '') return model
  return line.length > 40 ? `${line.slice(0, 40).trimEnd()}…` : line
}
