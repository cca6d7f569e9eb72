/**
 * Calls back with the first element of a selector, as soon as the document has one and for as long
 * as the patience lasts. Returns what gives up.
 */
export function whenFound(
  selector: string,
  patienceMs: number,
  found: (element: HTMLElement) => void,
): () => void {
  const look = (): boolean => {
    const element = document.querySelector<HTMLElement>(selector)
    if (element !== null) found(element)
    return element !== null
  }
  const observer = new MutationObserver(() => {
    if (look()) give()
  })
  const timer = setTimeout(() => give(), patienceMs)
  const give = (): void => {
    observer.disconnect()
    clearTimeout(timer)
  }
  // The page is drawn in the commit that is under way; the one before it may still have a heading.
  const frame = requestAnimationFrame(() => {
    if (look()) give()
    else observer.observe(document.body, { childList: true, subtree: true })
  })
  return () => {
    cancelAnimationFrame(frame)
    give()
  }
}
