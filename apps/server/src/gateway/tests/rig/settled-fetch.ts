/**
 * Asks as a client does, but for the end of the answer: it comes when the request has been handled to its end, and its call
 * is charged. `handling`: by the id of the request.
 */
export const settledFetch =
  (url: string, handling: ReadonlyMap<string, Promise<void>>) =>
  async (path: string, init: RequestInit): Promise<Response> => {
    const response = await globalThis.fetch(`${url}${path}`, init)
    const settled = handling.get(response.headers.get('x-request-id') ?? '')
    return response.body === null
      ? response
      : new Response(endingWith(settled, response.body), response)
  }

/** The same bytes, read no earlier, and an end that waits. */
function endingWith(
  settled: Promise<void> | undefined,
  body: ReadableStream<Uint8Array>,
): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  return new ReadableStream(
    {
      pull: async (controller) => {
        const { done, value } = await reader.read()
        if (!done) return controller.enqueue(value)
        await settled
        controller.close()
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  )
}
