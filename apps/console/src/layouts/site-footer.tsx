import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useSite } from '../stores/site.ts'
import { part } from '../ui/part.ts'

const SafeHtml = part(async () => ({ default: (await import('../ui/safe-html.tsx')).SafeHtml }))

const licence = 'https://www.apache.org/licenses/LICENSE-2.0'

/** The operator's footer, else who made this and under which licence. */
export function SiteFooter() {
  const { t } = useTranslation()
  const { footer_html: html, system_name: name, version } = useSite((site) => site.info)
  return (
    <Box
      component="footer"
      sx={{
        minHeight: 64,
        px: 4,
        py: 4,
        display: 'flex',
        alignItems: 'center',
        justifyContent: 'center',
        textAlign: 'center',
        borderTop: 1,
        borderColor: 'divider',
        color: 'text.secondary',
        fontSize: 12,
      }}
    >
      {html === '' ? (
        <span>
          {name === 'Posthouse' ? version : `${name} ${version}`} · {t('shell.credits')}{' '}
          <Link href={licence} target="_blank" rel="noreferrer" underline="always">
            {t('shell.licence')}
          </Link>
          {' · '}
          <Link href="/licenses.txt" target="_blank" underline="always">
            {t('shell.otherLicences')}
          </Link>
        </span>
      ) : (
        <Suspense>
          <SafeHtml html={html} />
        </Suspense>
      )}
    </Box>
  )
}
