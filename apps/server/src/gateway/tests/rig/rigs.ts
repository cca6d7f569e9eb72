import { afterEach, expect } from 'vitest'
import { gatewayRig, type Rig, type RigOptions, until } from './gateway-rig.ts'

/**
 * Stands gateways up in the tests of one file, and takes them away after each: then no bug was logged, and
 * every hold has been resolved.
 */
export function rigs(): (options: RigOptions) => Promise<Rig> {
  const standing: Rig[] = []
  afterEach(async () => {
    const stood = standing.splice(0)
    try {
      for (const { errors, ledger } of stood) {
        await until(() => ledger.pending === 0)
        expect(errors).toEqual([])
      }
    } finally {
      await Promise.all(stood.map((rig) => rig.close()))
    }
  })
  return async (options) => {
    const rig = await gatewayRig(options)
    standing.push(rig)
    return rig
  }
}
