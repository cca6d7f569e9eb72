/** The colours of one theme. Every colour of the console comes from here; a test checks contrast. */
export type Tokens = {
  readonly ground: string
  readonly paper: string
  readonly floating: string
  readonly tooltip: string
  readonly tooltipInk: string
  readonly ink: string
  readonly muted: string
  readonly line: string
  readonly controlLine: string
  readonly primary: string
  readonly primaryInk: string
  readonly seal: string
  readonly sealInk: string
  readonly success: string
  readonly warning: string
  readonly error: string
  readonly info: string
  readonly violet: string
  /** Share of a status colour in the tint behind its own words. */
  readonly tintShare: number
  readonly charts: readonly string[]
  readonly floatShadow: string
}

const light: Tokens = {
  ground: '#F7F6F3',
  paper: '#FFFFFF',
  floating: '#FFFFFF',
  tooltip: '#1C2126',
  tooltipInk: '#F7F6F3',
  ink: '#1C2126',
  muted: '#5B6470',
  line: '#E4E1DA',
  controlLine: '#857F73',
  primary: '#1F4E79',
  primaryInk: '#FFFFFF',
  seal: '#C2412D',
  sealInk: '#FFFFFF',
  success: '#17683F',
  warning: '#7D5300',
  error: '#9F1239',
  info: '#085A7E',
  violet: '#6B3FA0',
  tintShare: 0.1,
  charts: ['#1F4E79', '#2D8680', '#524114', '#8A4FB8', '#682C40', '#5A7A29', '#4B9CD2', '#B08D6D'],
  floatShadow: '0 8px 24px rgba(28, 33, 38, 0.16)',
}

const dark: Tokens = {
  ground: '#121417',
  paper: '#1A1D21',
  floating: '#22262B',
  tooltip: '#2A2F36',
  tooltipInk: '#E8E6E1',
  ink: '#E8E6E1',
  muted: '#9AA3AD',
  line: '#2B3036',
  controlLine: '#727B86',
  primary: '#7FB2E5',
  primaryInk: '#121417',
  seal: '#E5705C',
  sealInk: '#121417',
  success: '#6CC494',
  warning: '#DDA94B',
  error: '#F28AA6',
  info: '#6CB8DE',
  violet: '#BDA3EE',
  tintShare: 0.14,
  charts: ['#7FB2E5', '#349D81', '#CC9933', '#B65CC6', '#DBBDC7', '#CAE2A7', '#446E7E', '#886249'],
  floatShadow: '0 8px 24px rgba(0, 0, 0, 0.4)',
}

export const tokensOf = { light, dark } as const
export type ThemeName = keyof typeof tokensOf

const channelsOf = (hex: string): readonly number[] =>
  [1, 3, 5].map((start) => Number.parseInt(hex.slice(start, start + 2), 16))

/** `colour` mixed into `surface` by `share`, as the tint of a status chip is. */
export function mix(colour: string, surface: string, share: number): string {
  const under = channelsOf(surface)
  const mixed = channelsOf(colour).map((value, index) =>
    Math.round(value * share + (under[index] ?? 0) * (1 - share)),
  )
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}
