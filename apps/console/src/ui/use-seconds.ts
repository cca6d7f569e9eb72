import { useEffect, useState } from 'react'

/** Whole seconds since the part was first drawn. */
export function useSeconds(): number {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    const clock = setInterval(() => setSeconds((passed) => passed + 1), 1_000)
    return () => clearInterval(clock)
  }, [])
  return seconds
}
