import { Worker } from 'node:worker_threads'
import { gatewayRig, onePerToken, type Rig, type RigOptions } from '../rig/gateway-rig.ts'
import { heard } from './longest-json.ts'

/** A gateway, and a thread with its clients and its supplier. */
export type CostStand = {
  readonly rig: Rig
  readonly client: Worker
  readonly supplierPort: string
  readonly close: () => Promise<void>
}

/** Models named `m-…` are served, and there is money for all of it. `of` is told the address of the supplier. */
export async function costStand(of: (supplier: string) => RigOptions): Promise<CostStand> {
  const client = new Worker(new URL('../rig/crowd-worker.ts', import.meta.url))
  const told = await heard(client)
  const supplier = 'supplier' in told ? told.supplier : ''
  const rig = await gatewayRig({
    balance: 10n ** 15n,
    prices: [{ ...onePerToken, model: 'm-*', channelType: 0 }],
    ...of(supplier),
  })
  const close = async (): Promise<void> => {
    await client.terminate()
    await rig.close()
  }
  return { rig, client, supplierPort: new URL(supplier).port, close }
}
