import { paymentCalls } from '@posthouse/contract/calls/payments'
import { useEffect } from 'react'
import { listen } from '../../../api/client.ts'
import { refresh, useRead, write } from '../../../api/use-call.ts'

const askAgainMs = 5_000

/**
 * An own order as it is now: the server tells of its end by an event, and is asked now and then in case none comes through. On the
 * way back from the gateway's page, the gateway is asked.
 */
export function useOrder(tradeNo: string) {
  const input = { params: { trade_no: tradeNo } }
  const order = useRead(paymentCalls, 'getOwnOrder', input, { everyMs: askAgainMs })
  const isPending = order.data?.status === 'pending'
  useEffect(() => {
    if (!isPending) return
    const params = { trade_no: tradeNo }
    const again = (): void => void refresh(['getOwnOrder'])
    const askGateway = (): void => {
      if (document.visibilityState !== 'visible') return
      const telling = { changes: ['getOwnOrder'], quiet: true } as const
      write(paymentCalls, 'checkOwnOrder', { params }, telling).catch(again)
    }
    const stop = listen(paymentCalls.getOwnOrderEvents, { params }, again)
    document.addEventListener('visibilitychange', askGateway)
    askGateway()
    return () => {
      stop()
      document.removeEventListener('visibilitychange', askGateway)
    }
  }, [isPending, tradeNo])
  return order
}
