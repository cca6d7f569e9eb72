/** The last bits of a request's id are random: the same request gives the same order. */
export const seedOf = (id: string): number => Number.parseInt(id.slice(-8), 16) >>> 0
