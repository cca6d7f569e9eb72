import type { Handler } from '../call.ts'

export const testService: Handler<'testService'> = ({ body: { service } }, { parts }) =>
  parts.signIns.tryService(service, parts.snapshot.get().settings)
