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

/** 4 kbit/s: less than that no supplier hears speech in. */
const leastRate = 500

/** The longest that a supplier can have heard in the file. Where the codec has one rate alone, that is its length. */
export function longestSeconds(bytes: number, format: SoundFormat): number {
  const { codec = '', hasVideo } = format
  const isFixed = hasVideo !== true && (isPlain(format) || /gsm|adpcm/i.test(codec))
  return isFixed
    ? soundSeconds(bytes, format)
    : Math.max(soundSeconds(bytes, format), bytes / leastRate)
}

/** Bytes per second, of the codec: a container may hold any. */
function highestRate(format: SoundFormat): number {
  const { codec = '', hasVideo, lossless, sampleRate = 0 } = format
  if (hasVideo === true) return filmMost
  // 33 bytes for 160 samples; telephones have 8 kHz.
  if (/gsm/i.test(codec)) return ((sampleRate || 8_000) * 33) / 160
  if (/adpcm/i.test(codec))
    return Math.min(losslessMost, plainRate({ ...format, bitsPerSample: 4 }))
  if (/layer ?3/i.test(codec)) return layer3Most
  const isPacked = /^(wav|aif)/i.test(format.container ?? '') || lossless !== true
  return isPlain(format) || !isPacked ? Math.min(losslessMost, plainRate(format)) : lossyMost
}

const isPlain = ({ codec = '', container = '' }: SoundFormat): boolean =>
  /^(wav|aif)/i.test(container) && plainCodec.test(codec)

/** Samples without compression in WAV and AIFF. 65534 names its codec elsewhere in the head, and is PCM in all but name. */
const plainCodec = /^$|pcm|float|law|none|not compressed|sowt|65534/i

/** Of the samples without compression, with some room for heads and tags. */
function plainRate({
  sampleRate = 0,
  numberOfChannels = 0,
  bitsPerSample = 0,
}: Pick<SoundFormat, 'sampleRate' | 'numberOfChannels' | 'bitsPerSample'>) {
  const rate = (sampleRate * numberOfChannels * bitsPerSample) / 8
  return rate > 0 ? rate * 1.05 : losslessMost
}
