import { create } from 'zustand'
import { readText, storageKeys, writeText } from '../lib/storage.ts'
import type { ThemeName } from '../ui/theme/tokens.ts'

type Customization = {
  /** Ids of the selected menu entries. */
  readonly isOpen: readonly string[]
  readonly defaultId: string
  readonly fontFamily: string
  readonly borderRadius: number
  /** Whether the drawer is open. */
  readonly opened: boolean
  readonly theme: ThemeName
  readonly menuOpen: (id: string) => void
  readonly setMenu: (opened: boolean) => void
  readonly setFontFamily: (fontFamily: string) => void
  readonly setBorderRadius: (borderRadius: number) => void
  readonly setTheme: (theme: ThemeName) => void
}

const storedTheme = (): ThemeName => (readText(storageKeys.theme) === 'dark' ? 'dark' : 'light')

/** How this browser shows the console. */
export const useCustomization = create<Customization>()((set) => ({
  isOpen: [],
  defaultId: 'default',
  fontFamily: 'Roboto',
  borderRadius: 12,
  // Persistent above the breakpoint md, closed below it.
  opened: globalThis.matchMedia?.('(min-width:900px)').matches ?? true,
  theme: storedTheme(),
  menuOpen: (id) => set({ isOpen: [id] }),
  setMenu: (opened) => set({ opened }),
  setFontFamily: (fontFamily) => set({ fontFamily }),
  setBorderRadius: (borderRadius) => set({ borderRadius }),
  setTheme: (theme) => {
    writeText(storageKeys.theme, theme)
    document.documentElement.dataset['theme'] = theme
    document.documentElement.style.colorScheme = theme
    set({ theme })
  },
}))
