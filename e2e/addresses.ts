const port = Number(process.env['E2E_PORT'] ?? 3187)
const at = (offset: number) => ({
  port: port + offset,
  address: `http://127.0.0.1:${port + offset}`,
})

/** The product, and builds of the console in front of it that are not the product's. */
export const product = at(0)
/** The kit's gallery is in no build for production. */
export const gallery = at(1)
/** As big as the console is to become. */
export const grown = at(2)
