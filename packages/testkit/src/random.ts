/** Mulberry32: a small generator with the same sequence for the same seed. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** The seed of this run. Set POSTHOUSE_SEED to repeat an earlier run. */
export const seedOfRun = (): number => {
  const given = process.env['POSTHOUSE_SEED']
  return given === undefined ? Math.floor(Math.random() * 2 ** 32) : Number(given)
}
