/** Midjourney models by the product family's names: one per action. */
export const midjourneyModels: readonly string[] = [
  'mj_imagine',
  'mj_variation',
  'mj_reroll',
  'mj_blend',
  'mj_modal',
  'mj_zoom',
  'mj_shorten',
  'mj_high_variation',
  'mj_low_variation',
  'mj_pan',
  'mj_upscale',
  'mj_describe',
  'mj_swap_face',
  'mj_inpaint',
  'mj_custom_zoom',
]

export const sunoModels: readonly string[] = ['suno_music', 'suno_lyrics']
