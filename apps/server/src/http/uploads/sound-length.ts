import type { IFormat } from 'music-metadata'

/** As browsers record, where the head of a file does not say how long it is: 32 kbit/s. */
export const likelyBytesPerSecond = 4_000

/** 50 Mbit/s: a film in 4K. */
const filmMost = 6_250_000
/** 192 kHz, 24 bits, two channels. */
const losslessMost = 1_152_000
/** 576 kbit/s: AAC. Vorbis and Opus have less. */
const lossyMost = 72_000
/** 320 kbit/s. */
const layer3Most = 40_000

type SoundFormat = Pick<
  IFormat,
  | 'container'
  | 'codec'
  | 'lossless'
  | 'hasVideo'
  | 'duration'
  | 'sampleRate'
  | 'numberOfChannels'
  | 'bitsPerSample'
>

/** How long a file lasts: as its head says, and never shorter than its bytes take at the highest bit rate of its format. */
export function soundSeconds(bytes: number, format: SoundFormat): number {
  const { duration = 0 } = format
  const said = Number.isFinite(duration) && duration > 0 ? duration : bytes / likelyBytesPerSecond
  return Math.max(said, bytes / highestRate(format))
}

/** Bytes per second. */
function highestRate(format: SoundFormat): number {
  if (format.hasVideo === true) return filmMost
  if (format.lossless === true || /^(wav|aif)/i.test(format.container ?? '')) {
    return Math.min(losslessMost, plainRate(format))
  }
  return /layer 3/i.test(format.codec ?? '') ? layer3Most : lossyMost
}

/** Of the samples without compression, with some room for heads and tags. */
function plainRate({ sampleRate = 0, numberOfChannels = 0, bitsPerSample = 0 }: SoundFormat) {
  const rate = (sampleRate * numberOfChannels * bitsPerSample) / 8
  return rate > 0 ? rate * 1.05 : losslessMost
}
