import type { BodyKind, BodyReading } from './body-facts.ts'
export function readBody(_kind: BodyKind, _body: Buffer): BodyReading {
  throw new Error('x')
}
