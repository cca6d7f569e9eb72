import { z } from 'zod'

/** What a drawing can be made into, by one of its buttons. */
export type DrawingButton = {
  readonly customId: string
  readonly kind: 'upscale' | 'vary' | 'more'
  readonly act: ButtonAct
  /** The picture of the four that it takes; 0: it takes all, or the only one. */
  readonly place: number
  /** As the supplier calls it, for what has no words of ours. */
  readonly label: string
}

type ButtonAct =
  | 'upscale'
  | 'vary'
  | 'reroll'
  | 'strong'
  | 'subtle'
  | 'left'
  | 'right'
  | 'up'
  | 'down'
  | 'zoom'
  | 'other'

const Buttons = z.array(z.object({ customId: z.string(), label: z.string().default('') }))

/** Of ids such as `MJ::JOB::upsample::2::…` and `MJ::Outpaint::50::1::…`. The first that fits counts. */
const acts: readonly (readonly [RegExp, ButtonAct, DrawingButton['kind']])[] = [
  [/^upsample$/i, 'upscale', 'upscale'],
  [/^upsample_/i, 'other', 'more'],
  [/^variation$/i, 'vary', 'vary'],
  [/^reroll/i, 'reroll', 'more'],
  [/^high_variation/i, 'strong', 'more'],
  [/^low_variation/i, 'subtle', 'more'],
  [/^pan_left/i, 'left', 'more'],
  [/^pan_right/i, 'right', 'more'],
  [/^pan_up/i, 'up', 'more'],
  [/^pan_down/i, 'down', 'more'],
  [/^outpaint/i, 'zoom', 'more'],
]

/** Buttons that do something at once. Others ask for more, such as a mask. */
export function drawingButtons(
  result: Readonly<Record<string, unknown>>,
): readonly DrawingButton[] {
  const buttons = Buttons.safeParse(result['buttons'])
  if (!buttons.success) return []
  return buttons.data.flatMap(({ customId, label }) => {
    const [, kindWord = '', name = '', place = ''] = customId.split('::')
    const isJob = /^job$/i.test(kindWord)
    const known = acts.find(([pattern]) => pattern.test(isJob ? name : kindWord))
    if (known === undefined) return []
    const [, act, kind] = known
    const hasPlace = act === 'upscale' || act === 'vary'
    return [{ customId, kind, act, place: hasPlace ? Number(place) || 0 : 0, label }]
  })
}

/** The prompts that a picture was described by, or shortened to. */
export const promptsIn = ({ promptEn }: Readonly<Record<string, unknown>>): readonly string[] =>
  typeof promptEn === 'string'
    ? promptEn
        .split('\n')
        .map((line) => line.replace(/^\s*\d+(?:\.|\uFE0F?\u20E3)\s*/u, '').trim())
        .filter((line) => line !== '')
    : []
