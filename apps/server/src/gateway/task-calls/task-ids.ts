/** The client-facing id of a task: hexadecimal digits. */
export const shownId = (taskId: string): string => taskId.replaceAll('-', '')

/** The task id of a client-facing id, or null. */
export function taskIdIn(id: string): string | null {
  const [, a, b, c, d, e] =
    /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/.exec(id) ?? []
  return a === undefined ? null : [a, b, c, d, e].join('-')
}
