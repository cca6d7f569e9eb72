import { parseBuffer } from 'music-metadata'
import { describe, expect, test } from 'vitest'
import { soundSeconds } from './sound-length.ts'

const measured = async (bytes: Buffer) =>
  soundSeconds(bytes.length, (await parseBuffer(bytes, undefined, { skipCovers: true })).format)

/** An MP3 of 128 kbit/s whose Xing head says how many frames it has. */
function mp3(bytes: number, frames: number): Buffer {
  const file = Buffer.alloc(bytes)
  for (let at = 0; at + 4 <= bytes; at += 417) file.writeUInt32BE(0xfffb9000, at)
  file.write('Xing', 36, 'latin1')
  file.writeUInt32BE(1, 40)
  file.writeUInt32BE(frames, 44)
  return file
}

/** A FLAC of 16 kHz, 16 bits and one channel. */
function flac(bytes: number, samples: number): Buffer {
  const file = Buffer.alloc(bytes)
  file.write('fLaC', 0, 'latin1')
  file.writeUInt32BE(0x80000022, 4)
  file.writeUInt16BE(4_096, 8)
  file.writeUInt16BE(4_096, 10)
  file.writeBigUInt64BE((16_000n << 44n) | (15n << 36n) | BigInt(samples), 18)
  return file
}

/** A WAV of 16 kHz, 16 bits and one channel. */
function wav(bytes: number, said = bytes - 44): Buffer {
  const file = Buffer.alloc(bytes)
  file.write('RIFF', 0, 'latin1')
  file.writeUInt32LE(said + 36, 4)
  file.write('WAVEfmt ', 8, 'latin1')
  file.writeUInt32LE(16, 16)
  file.writeUInt16LE(1, 20)
  file.writeUInt16LE(1, 22)
  file.writeUInt32LE(16_000, 24)
  file.writeUInt32LE(32_000, 28)
  file.writeUInt16LE(2, 32)
  file.writeUInt16LE(16, 34)
  file.write('data', 36, 'latin1')
  file.writeUInt32LE(said, 40)
  return file
}

describe('a file that tells its length', () => {
  test('lasts as long as it says', async () => {
    expect(await measured(wav(44 + 320_000))).toBe(10)
    expect(await measured(flac(160_000, 160_000))).toBe(10)
    expect(await measured(mp3(160_000, 383))).toBeCloseTo(10, 1)
  })
})

describe('a file that lies about its length', () => {
  test.each([
    ['MP3 with a Xing head of one frame', mp3(400_000, 1), 10],
    ['FLAC of one sample', flac(336_000, 1), 10],
    ['FLAC of no known length', flac(336_000, 0), 10],
    ['WAV of one sample', wav(336_000, 2), 10],
  ])('%s lasts what its bytes take at the highest rate', async (_name, bytes, seconds) => {
    expect(await measured(bytes)).toBeGreaterThanOrEqual(seconds)
  })

  test.each([
    ['GSM', { codec: 'GSM610', sampleRate: 8_000, numberOfChannels: 1 }, 16_500, 10],
    ['MP3', { codec: 'MPEGLAYER3', lossless: true, sampleRate: 44_100 }, 400_000, 10],
    ['ADPCM', { codec: 'DVI_ADPCM', sampleRate: 8_000, numberOfChannels: 1 }, 42_000, 10],
    ['AAC', { codec: 'MPEG_ADTS_AAC', lossless: false }, 720_000, 10],
    [
      'PCM',
      { codec: 'non-PCM (65534)', sampleRate: 8_000, numberOfChannels: 1, bitsPerSample: 16 },
      168_000,
      10,
    ],
  ])('%s in a WAV lasts what its codec takes', (_name, head, bytes, seconds) => {
    expect(soundSeconds(bytes, { container: 'WAVE', duration: 0.01, ...head })).toBeCloseTo(seconds)
  })

  test('a film, and sound in a film container, have rates of their own', () => {
    const said = { duration: 0.01, container: 'EBML/webm' }
    expect(soundSeconds(6_250_000, { ...said, hasVideo: true })).toBe(1)
    expect(soundSeconds(720_000, { ...said, hasVideo: false })).toBe(10)
    expect(soundSeconds(1_152_000, { ...said, container: 'M4A', lossless: true })).toBe(1)
  })
})
