/** The id of a task as clients of most families know it: hexadecimal digits. */
export const shownId = (taskId: string): string => taskId.replaceAll('-', '')

/** The task that a client means; null: no id of ours. */
export function taskIdIn(id: string): string | null {
  const [, a, b, c, d, e] =
    /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/.exec(id) ?? []
  return a === undefined ? null : [a, b, c, d, e].join('-')
}
