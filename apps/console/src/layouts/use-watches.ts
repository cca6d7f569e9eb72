import { useEffect } from 'react'
import { followOtherTab, loadStatus } from '../api/session.ts'
import { queryClient } from '../api/query-client.ts'
import { storageKeys } from '../lib/storage.ts'
import { useConnection } from '../stores/connection.ts'
import { storedUser } from '../stores/session.ts'
import { useSite } from '../stores/site.ts'

const statusEveryMs = 5 * 60_000
const retryEveryMs = 15_000

/** Asks for the status again, and for everything on screen once somebody answers. */
export async function reconnect(): Promise<void> {
  await loadStatus()
  if (!useSite.getState().unreachable) await queryClient.refetchQueries({ type: 'active' })
}

/** Keeps an open page true: the status now and then, the network's coming and going, other tabs. */
export function useWatches(): void {
  const unreachable = useSite((site) => site.unreachable)
  const lost = useConnection((connection) => connection.lost)

  useEffect(() => {
    const ask = () => void loadStatus()
    const timer = setInterval(ask, statusEveryMs)
    window.addEventListener('focus', ask)
    return () => {
      clearInterval(timer)
      window.removeEventListener('focus', ask)
    }
  }, [])

  useEffect(() => {
    const lose = () => useConnection.getState().lose()
    const regain = () => void reconnect()
    window.addEventListener('offline', lose)
    window.addEventListener('online', regain)
    return () => {
      window.removeEventListener('offline', lose)
      window.removeEventListener('online', regain)
    }
  }, [])

  useEffect(() => {
    if (!unreachable && !lost) return undefined
    const timer = setInterval(() => void reconnect(), retryEveryMs)
    return () => clearInterval(timer)
  }, [unreachable, lost])

  useEffect(() => {
    const hear = (event: StorageEvent) => {
      if (event.key === storageKeys.user || event.key === null) followOtherTab(storedUser())
    }
    window.addEventListener('storage', hear)
    return () => window.removeEventListener('storage', hear)
  }, [])
}
