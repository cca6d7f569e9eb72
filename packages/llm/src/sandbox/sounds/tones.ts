/**
 * A sound for a text: a tone for each of its words, as long as the word, higher or lower by its letters. One channel; nothing
 * in it is random.
 */
export type Tone = { readonly hertz: number; readonly seconds: number }

const secondsPerLetter = 0.06
const pauseSeconds = 0.08
const wordsMost = 2_000

/** `speed` 2 takes half the time. A pause is a tone of 0 hertz. */
export function tonesOf(text: string, speed: number): readonly Tone[] {
  const words = (text.match(/[\p{Script=Han}]|[\p{L}\p{N}]+/gu) ?? []).slice(0, wordsMost)
  return words.flatMap((word) => [
    {
      hertz: pitchOf(word),
      seconds: (Math.max(2, Math.min(12, word.length)) * secondsPerLetter) / speed,
    },
    { hertz: 0, seconds: pauseSeconds / speed },
  ])
}

/** One of 24 semitones above 220 Hz. */
function pitchOf(word: string): number {
  const sum = Array.from(word.toLowerCase()).reduce(
    (total, letter) => total + (letter.codePointAt(0) ?? 0),
    0,
  )
  return 220 * 2 ** ((sum % 24) / 12)
}

export const secondsIn = (tones: readonly Tone[]): number =>
  tones.reduce((sum, { seconds }) => sum + seconds, 0)
