import { useEffect, useState } from 'react'

const minute = (): number => Math.floor(Date.now() / 60_000) * 60

/** The minute that it is, in epoch seconds: what goes on until now is asked anew each minute. */
export function useNow(): number {
  const [now, setNow] = useState(minute)
  useEffect(() => {
    const clock = setInterval(() => setNow(minute()), 15_000)
    return () => clearInterval(clock)
  }, [])
  return now
}
