/** The browser of the tests: CHROMIUM when it is set, else the one that npm brings, with its own libraries. */
export async function chromiumPath(): Promise<string> {
  const own = process.env['CHROMIUM']
  if (own !== undefined && own !== '') return own
  // Makes the package unpack the libraries that a bare machine lacks.
  process.env['AWS_LAMBDA_JS_RUNTIME'] = 'nodejs24.x'
  const { default: chromium } = await import('@sparticuz/chromium')
  return chromium.executablePath()
}
