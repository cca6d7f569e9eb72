const fallback = 'posthouse.csv'

/** The name of a file in `content-disposition`, without anything that could lead out of a folder. */
export function fileNameIn(disposition: string): string {
  const name = /filename="([^"]*)"/.exec(disposition)?.[1] ?? ''
  return name.replaceAll(/[^\w.-]/g, '_').replace(/^\.+/, '') || fallback
}
