import { z } from 'zod'
import type { WorkCall } from '../frame/studio.ts'
import { soundsOf, voiceIdOf, voiceOf } from './voices.ts'

export const speeds = { least: 0.25, most: 4, usual: 1 } as const

export const SpeechInputs = z.object({
  text: z.string().default(''),
  voice: z.string().default(''),
  speed: z.number().min(speeds.least).max(speeds.most).default(speeds.usual),
  format: z.string().default(''),
  instructions: z.string().default(''),
})
export type SpeechInputs = z.output<typeof SpeechInputs>

/** The chosen one where the model gives it. */
export function formatOf(model: string, chosen: string): string {
  const { formats } = soundsOf(model)
  return formats.includes(chosen) ? chosen : formats[0]
}

export function speechCall(model: string, inputs: SpeechInputs): WorkCall {
  const { takesSpeed, takesInstructions } = soundsOf(model)
  const voice = voiceIdOf(model, voiceOf(model, inputs.voice))
  const instructions = inputs.instructions.trim()
  const body = {
    model,
    input: inputs.text.trim(),
    ...(voice !== '' && { voice }),
    response_format: formatOf(model, inputs.format),
    ...(takesSpeed && inputs.speed !== speeds.usual && { speed: inputs.speed }),
    ...(takesInstructions && instructions !== '' && { instructions }),
  }
  return { path: '/v1/audio/speech', body, form: false }
}
