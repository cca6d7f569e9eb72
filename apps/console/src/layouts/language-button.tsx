import IconButton from '@mui/material/IconButton'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { IconLanguage } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { currentLanguage, languageNames, languages, setLanguage } from '../i18n/index.ts'

export function LanguageButton() {
  const { t } = useTranslation()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  return (
    <>
      <IconButton
        title={t('shell.language')}
        aria-label={t('shell.language')}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <IconLanguage size={20} stroke={1.5} />
      </IconButton>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {languages.map((name) => (
          <MenuItem
            key={name}
            lang={name.replace('_', '-')}
            selected={name === currentLanguage()}
            onClick={() => {
              setAnchor(null)
              void setLanguage(name)
            }}
          >
            {languageNames[name]}
          </MenuItem>
        ))}
      </Menu>
    </>
  )
}
