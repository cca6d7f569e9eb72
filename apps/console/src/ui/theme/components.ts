import type { Components, Theme } from '@mui/material/styles'
import type {} from '@mui/x-date-pickers/themeAugmentation'
import { mix, type Tokens } from './tokens.ts'

type Radii = { readonly surface: number; readonly control: number; readonly chip: number }

const surfaces = (tokens: Tokens, radii: Radii): Components<Theme> => ({
  MuiPaper: {
    defaultProps: { elevation: 0 },
    styleOverrides: { root: { backgroundImage: 'none' } },
  },
  MuiCard: { styleOverrides: { root: { border: `1px solid ${tokens.line}` } } },
  MuiDialog: {
    styleOverrides: {
      paper: {
        backgroundColor: tokens.floating,
        boxShadow: tokens.floatShadow,
        border: `1px solid ${tokens.line}`,
      },
    },
  },
  // In line with the title and the content above.
  MuiDialogActions: { styleOverrides: { root: { padding: '12px 24px' } } },
  MuiPopover: {
    styleOverrides: {
      paper: {
        backgroundColor: tokens.floating,
        borderRadius: radii.control,
        boxShadow: tokens.floatShadow,
        border: `1px solid ${tokens.line}`,
      },
    },
  },
  MuiDrawer: {
    styleOverrides: {
      paper: ({ ownerState }) => ({
        borderRadius:
          ownerState.anchor === 'bottom' ? `${radii.surface}px ${radii.surface}px 0 0` : 0,
        backgroundImage: 'none',
      }),
    },
  },
  MuiTooltip: {
    defaultProps: { enterDelay: 300 },
    styleOverrides: {
      tooltip: {
        backgroundColor: tokens.tooltip,
        color: tokens.tooltipInk,
        fontSize: 12,
        lineHeight: '18px',
        fontWeight: 400,
        borderRadius: radii.chip,
      },
    },
  },
})

/** Both kinds of field: what is typed, and what a calendar gives. */
const fields = (tokens: Tokens, radii: Radii): Components<Theme> => {
  const styleOverrides = {
    root: { borderRadius: radii.control, backgroundColor: tokens.paper, fontSize: 14 },
    notchedOutline: { borderColor: tokens.controlLine },
  }
  return { MuiOutlinedInput: { styleOverrides }, MuiPickersOutlinedInput: { styleOverrides } }
}

const controls = (tokens: Tokens, radii: Radii): Components<Theme> => ({
  MuiButtonBase: { defaultProps: { disableRipple: true } },
  MuiButton: {
    defaultProps: { disableElevation: true },
    styleOverrides: {
      root: {
        borderRadius: radii.control,
        minHeight: 36,
        paddingInline: 14,
        whiteSpace: 'nowrap',
        '@media (pointer: coarse)': { minHeight: 44 },
      },
      sizeSmall: { minHeight: 30, paddingInline: 10, fontSize: 13 },
      outlined: { borderColor: tokens.controlLine },
    },
  },
  MuiIconButton: {
    styleOverrides: {
      root: {
        borderRadius: radii.control,
        color: tokens.muted,
        '@media (pointer: coarse)': { minWidth: 44, minHeight: 44 },
      },
    },
  },
  MuiTextField: { defaultProps: { size: 'small', fullWidth: true } },
  MuiChip: {
    styleOverrides: { root: { borderRadius: radii.chip, fontSize: 12 }, sizeSmall: { height: 22 } },
  },
  MuiAlert: { styleOverrides: { root: alertLook(tokens, radii) } },
  // A look is not a level: only what is given `component` is a heading.
  MuiTypography: {
    defaultProps: {
      variantMapping: {
        h1: 'p',
        h2: 'p',
        h3: 'p',
        h4: 'p',
        h5: 'p',
        h6: 'p',
        subtitle1: 'p',
        subtitle2: 'p',
      },
    },
  },
  MuiLink: { defaultProps: { underline: 'hover' } },
  MuiTab: { styleOverrides: { root: { minHeight: 40, paddingInline: 12 } } },
  MuiTabs: { styleOverrides: { root: { minHeight: 40 } } },
})

/** Words in ink on the tint of their kind; only the sign has its colour. */
const alertLook = (tokens: Tokens, radii: Radii) => ({
  borderRadius: radii.control,
  fontSize: 13,
  variants: (['success', 'warning', 'error', 'info'] as const).map((severity) => ({
    props: { severity, variant: 'standard' as const },
    style: {
      color: tokens.ink,
      backgroundColor: mix(tokens[severity], tokens.paper, tokens.tintShare),
      '& .MuiAlert-icon': { color: tokens[severity] },
    },
  })),
})

const menus: Components<Theme> = {
  // Inside the page's landmarks, where assistive tools look for it.
  MuiMenu: { defaultProps: { disablePortal: true } },
  // A click that opens a choice ends over its menu, so it falls to the root of both, which would take the
  // focus from the menu: neither arrows nor Esc would work there.
  MuiSelect: {
    defaultProps: {
      onClickCapture: (event) => {
        if (event.target === event.currentTarget) event.stopPropagation()
      },
    },
  },
  MuiMenuItem: {
    styleOverrides: {
      root: { fontSize: 14, minHeight: 36, '@media (pointer: coarse)': { minHeight: 44 } },
    },
  },
}

const tables = (tokens: Tokens): Components<Theme> => ({
  MuiTableCell: {
    styleOverrides: {
      root: { borderColor: tokens.line, fontSize: 13, lineHeight: '20px', paddingInline: 10 },
      head: {
        color: tokens.muted,
        fontSize: 12,
        fontWeight: 500,
        lineHeight: '18px',
        whiteSpace: 'nowrap',
      },
    },
  },
})

const page = (tokens: Tokens): Components<Theme> => ({
  MuiCssBaseline: {
    styleOverrides: {
      html: { scrollBehavior: 'auto' },
      body: { backgroundColor: tokens.ground, color: tokens.ink },
      '::selection': { backgroundColor: `${tokens.primary}33` },
      '@media (prefers-reduced-motion: reduce)': {
        '*, *::before, *::after': {
          animationDuration: '0.01ms !important',
          animationIterationCount: '1 !important',
          transitionDuration: '0.01ms !important',
        },
      },
    },
  },
})

/** How MUI's components look here. */
export const componentsOf = (tokens: Tokens, radii: Radii): Components<Theme> => ({
  ...surfaces(tokens, radii),
  ...fields(tokens, radii),
  ...controls(tokens, radii),
  ...menus,
  ...tables(tokens),
  ...page(tokens),
})
