import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { currentLanguage, languageNames, languages, setLanguage } from '../i18n/index.ts'
import type { BarMenuProps } from './bar-menu-button.tsx'
import { tellCodeGone } from '../ui/code-gone.ts'

export const LanguageMenu = ({ anchor, onClose }: BarMenuProps) => (
  <Menu anchorEl={anchor} open={anchor !== null} onClose={onClose}>
    {languages.map((name) => (
      <MenuItem
        key={name}
        lang={name.replace('_', '-')}
        selected={name === currentLanguage()}
        onClick={() => {
          onClose()
          void setLanguage(name).catch(tellCodeGone)
        }}
      >
        {languageNames[name]}
      </MenuItem>
    ))}
  </Menu>
)
