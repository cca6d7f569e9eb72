import { ConfigError } from './config.ts'

/** Why the server cannot listen, as a problem of the configuration; null for any other error. */
export function listenProblem(
  error: unknown,
  { host, port }: { readonly host: string; readonly port: number },
): ConfigError | null {
  if (!(error instanceof Error) || !('code' in error && 'syscall' in error)) return null
  if (error.syscall !== 'listen') return null
  const problem = problems[String(error.code)]
  return problem === undefined ? null : new ConfigError([problem(host, port)])
}

const problems: Readonly<Record<string, (host: string, port: number) => string>> = {
  EADDRINUSE: (_, port) =>
    `PORT is ${port}, which another program uses. Stop it, or set another PORT.`,
  EACCES: (_, port) => `PORT is ${port}, which this user may not use. Set one from 1024 on.`,
  EADDRNOTAVAIL: (host) => `HOST is ${host}, which is no address of this machine.`,
}
