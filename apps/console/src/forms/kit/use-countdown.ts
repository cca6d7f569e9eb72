import { useEffect, useState } from 'react'

/** Between two mails to one address. */
export const resendSeconds = 30

/** The seconds that are left, and what starts them. */
export function useCountdown(): readonly [left: number, start: (seconds: number) => void] {
  const [left, setLeft] = useState(0)
  useEffect(() => {
    if (left === 0) return undefined
    const timer = setTimeout(() => setLeft(left - 1), 1_000)
    return () => clearTimeout(timer)
  }, [left])
  return [left, setLeft]
}
