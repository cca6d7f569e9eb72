/** What the models of a family can be asked for. */
export type Sounds = {
  /** Suggested, by the names that people know; the first one is what is asked for where none is chosen. */
  readonly voices: readonly string[]
  readonly formats: readonly [string, ...string[]]
  readonly charactersMost: number
  readonly takesSpeed: boolean
  readonly takesInstructions: boolean
}

/** https://platform.openai.com/docs/guides/text-to-speech#voice-options: all of them have these. */
const openaiVoices = ['alloy', 'ash', 'coral', 'echo', 'fable', 'nova', 'onyx', 'sage', 'shimmer']
/** gpt-4o-mini-tts has more. */
const newVoices = ['ballad', 'cedar', 'marin', 'verse']

/** https://ai.google.dev/gemini-api/docs/speech-generation#voices */
const geminiVoices = `
  Kore Puck Zephyr Charon Fenrir Leda Orus Aoede Callirrhoe Autonoe Enceladus
  Iapetus Umbriel Algieba Despina Erinome Algenib Rasalgethi Laomedeia Achernar Alnilam Schedar
  Gacrux Pulcherrima Achird Zubenelgenubi Vindemiatrix Sadachbia Sadaltager Sulafat
`
  .trim()
  .split(/\s+/)

/** Voices that every account of ElevenLabs has, by their names. Others are named by their ids. */
const elevenVoices: Readonly<Record<string, string>> = {
  George: 'JBFqnCBsd6RMkjVDRZzb',
  Sarah: 'EXAVITQu4vr4xnSDxMaL',
  Laura: 'FGY2WhTYpPnrIDTdsKH5',
  Charlie: 'IKne3meq5aSn9XLyUdCD',
  Alice: 'Xb7hH8MSUJpSbSDYk0k2',
  Matilda: 'XrExE9yKIg1WrkG8nBqs',
  Brian: 'nPczCjzI2devNBz1zQrb',
  Daniel: 'onwK4e9ZLuTAKqWW03F9',
  Lily: 'pFZP5JQG7iQjIQuC4Bku',
}

/** https://platform.openai.com/docs/api-reference/audio/createSpeech; clones of the endpoint mostly take as much. */
const openai: Sounds = {
  voices: openaiVoices,
  formats: ['mp3', 'wav', 'opus', 'aac', 'flac'],
  charactersMost: 4_096,
  takesSpeed: true,
  takesInstructions: false,
}

/** By the first pattern that a name matches. */
const families: readonly (readonly [RegExp, Sounds])[] = [
  [
    /gpt-.*tts/i,
    { ...openai, voices: [...openaiVoices, ...newVoices].toSorted(), takesInstructions: true },
  ],
  [/(^|\/)tts-1/i, openai],
  [/^sandbox\//, { ...openai, formats: ['mp3', 'wav'], takesInstructions: true }],
  [
    /gemini/i,
    {
      voices: geminiVoices,
      formats: ['wav'],
      charactersMost: 8_000,
      takesSpeed: false,
      takesInstructions: true,
    },
  ],
  [
    /eleven/i,
    {
      ...openai,
      voices: Object.keys(elevenVoices),
      formats: ['mp3', 'opus'],
      // The least that one of its models takes: https://elevenlabs.io/docs/models.
      charactersMost: 5_000,
    },
  ],
]

const known = new Set([
  ...openaiVoices,
  ...newVoices,
  ...geminiVoices,
  ...Object.keys(elevenVoices),
])

export const soundsOf = (model: string): Sounds =>
  families.find(([pattern]) => pattern.test(model))?.[1] ?? { ...openai, voices: [] }

/** False for a voice that only another family has. */
export function isVoiceOf(model: string, voice: string): boolean {
  const { voices } = soundsOf(model)
  return voices.length === 0 || voices.includes(voice.trim()) || !known.has(voice.trim())
}

/** The chosen voice, or the first one of the model. */
export function voiceOf(model: string, chosen: string): string {
  const voice = chosen.trim()
  return voice !== '' && isVoiceOf(model, voice) ? voice : (soundsOf(model).voices[0] ?? '')
}

/** What is sent in place of the name of a voice. */
export const voiceIdOf = (model: string, voice: string): string =>
  /eleven/i.test(model) ? (elevenVoices[voice] ?? voice) : voice
