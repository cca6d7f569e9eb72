import { z } from 'zod'
import type { StudioFile, WorkCall } from '../frame/studio.ts'

export const modes = ['imagine', 'blend', 'describe'] as const
export const speeds = ['fast', 'relax', 'turbo'] as const
export const ratios = ['1:1', '3:2', '2:3', '4:3', '3:4', '16:9', '9:16', '21:9'] as const
/** With the parameter that chooses it. */
export const versions = { V7: '--v 7', 'V6.1': '--v 6.1', 'Niji 6': '--niji 6' } as const
export const shapes = ['SQUARE', 'PORTRAIT', 'LANDSCAPE'] as const
export const stylizeMost = 1_000

export const DrawingInputs = z.object({
  mode: z.enum(modes).default('imagine'),
  prompt: z.string().default(''),
  speed: z.enum(speeds).default('fast'),
  ratio: z.string().default(''),
  version: z.string().default(''),
  stylize: z.string().default(''),
  shape: z.string().default(''),
  /** Of a work that a button made: the work with the button, its title, and what all of them began with. */
  parent: z.string().default(''),
  parentTitle: z.string().default(''),
  root: z.string().default(''),
})
export type DrawingInputs = z.output<typeof DrawingInputs>

const versionOf = (version: string): string =>
  version in versions ? versions[version as keyof typeof versions] : ''

/** The prompt with its parameters behind it. */
export const promptOf = ({ prompt, ratio, version, stylize }: DrawingInputs): string =>
  [
    prompt.trim(),
    ratio !== '' && `--ar ${ratio}`,
    versionOf(version),
    stylize.trim() !== '' && `--s ${stylize.trim()}`,
  ]
    .filter((part) => part !== false && part !== '')
    .join(' ')

/** The prefix of the address is the speed. */
const prefixes = { fast: '/mj', relax: '/mj-relax/mj', turbo: '/mj-turbo/mj' } as const

export function drawingCall(inputs: DrawingInputs, files: readonly StudioFile[]): WorkCall {
  const pictures = files.map((_, at) => `file:${at}`)
  const bodies = {
    imagine: {
      prompt: promptOf(inputs),
      ...(pictures.length > 0 && { base64Array: pictures }),
    },
    blend: { base64Array: pictures, ...(inputs.shape !== '' && { dimensions: inputs.shape }) },
    describe: { base64: pictures[0] ?? '' },
  }
  const path = `${prefixes[inputs.speed]}/submit/${inputs.mode}`
  return { path, body: bodies[inputs.mode], form: false }
}
