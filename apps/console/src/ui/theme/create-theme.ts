import { createTheme, type Theme } from '@mui/material/styles'
import { enUS, zhCN } from '@mui/material/locale'
import { componentsOf } from './components.ts'
import { cornerOf } from './radius.ts'
import { mix, type ThemeName, tokensOf } from './tokens.ts'

export const monospace = "'Roboto Mono', ui-monospace, 'SFMono-Regular', Menlo, Consolas, monospace"

/** Chinese fonts of the system first; Noto only for machines that have none. */
const behindRoboto =
  "'PingFang SC', 'Hiragino Sans GB', 'Microsoft YaHei', 'Noto Sans CJK SC', 'Noto Sans SC Variable', sans-serif"

const radii = (surface: number) => ({
  surface,
  control: cornerOf('control', surface),
  chip: cornerOf('chip', surface),
})

export type Look = {
  readonly theme: ThemeName
  readonly fontFamily: string
  readonly borderRadius: number
  readonly chinese: boolean
}

const text = (size: number, line: number, weight = 400) => ({
  fontSize: size,
  lineHeight: `${line}px`,
  fontWeight: weight,
  letterSpacing: 0,
})

/** Few Chinese fonts have 500, and a browser shows 400 in its place: headings would look like text. */
const strongOf = (chinese: boolean): number => (chinese ? 600 : 500)

const typography = (fontFamily: string, strong: number) => ({
  fontFamily: `'${fontFamily}', ${behindRoboto}`,
  fontWeightMedium: strong,
  fontWeightBold: strong,
  h1: text(24, 32, strong),
  h2: text(18, 26, strong),
  h3: text(15, 22, strong),
  h4: text(32, 40, strong),
  h5: text(40, 48, strong),
  h6: text(15, 22, strong),
  body1: text(14, 22),
  body2: text(13, 20),
  subtitle1: text(14, 22, strong),
  subtitle2: text(13, 20, strong),
  caption: text(12, 18),
  button: { ...text(14, 20, strong), textTransform: 'none' as const },
})

/** The MUI theme of a look: tokens in, nothing else decides a colour. */
export function themeOf(look: Look): Theme {
  const tokens = tokensOf[look.theme]
  // Hovered fills go towards ink: darker in the light, lighter in the dark, never less readable.
  const filled = (main: string, contrastText: string) => ({
    main,
    dark: mix(main, tokens.ink, 0.88),
    contrastText,
  })
  const status = (main: string) => filled(main, tokens.paper)
  return createTheme(
    {
      palette: {
        mode: look.theme,
        primary: filled(tokens.primary, tokens.primaryInk),
        secondary: filled(tokens.seal, tokens.sealInk),
        success: status(tokens.success),
        warning: status(tokens.warning),
        error: status(tokens.error),
        info: status(tokens.info),
        background: { default: tokens.ground, paper: tokens.paper },
        text: { primary: tokens.ink, secondary: tokens.muted, disabled: tokens.muted },
        divider: tokens.line,
        action: { hoverOpacity: 0.04, selectedOpacity: 0.08, disabledOpacity: 0.5 },
      },
      shape: { borderRadius: look.borderRadius },
      spacing: 4,
      typography: typography(look.fontFamily, strongOf(look.chinese)),
      focusVisible: true,
      transitions: {
        duration: {
          shortest: 120,
          shorter: 120,
          short: 180,
          enteringScreen: 180,
          leavingScreen: 180,
        },
        easing: { easeInOut: 'cubic-bezier(.2,0,0,1)', easeOut: 'cubic-bezier(.2,0,0,1)' },
      },
      components: componentsOf(tokens, radii(look.borderRadius)),
    },
    look.chinese ? zhCN : enUS,
  )
}
