const everywhere: ReadonlySet<string> = new Set(['0.0.0.0', '::', '127.0.0.1', '::1'])

/** Where a browser on this machine finds a server that listens on `host`. */
export function localAddress(host: string, port: number): string {
  const name = everywhere.has(host) ? 'localhost' : host.includes(':') ? `[${host}]` : host
  return `http://${name}:${port}`
}
