import { transportConformance } from './transport-conformance.ts'
import { undiciTransport } from './undici-transport.ts'

const no100 = 'undici takes a 100 that nobody expected for a broken answer'

transportConformance('undici', () => undiciTransport({ connectMs: 2_000 }), {
  except: Object.fromEntries(
    [1, 7, 10_000].map((size) => [`reads a 100 before the answer, in reads of ${size}`, no100]),
  ),
})
