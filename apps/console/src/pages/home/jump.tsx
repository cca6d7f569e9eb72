import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import { chatLinks } from '../../lib/chat/chat-links.ts'
import { jumpTarget } from '../../lib/jump-target.ts'
import { paths } from '../../paths.ts'
import { useSite } from '../../stores/site.ts'
import { BrokenSeal } from '../../ui/art/broken-seal.tsx'
import { Gate } from '../../ui/art/gate.tsx'
import { Blank } from '../../ui/blank.tsx'
import { monospace } from '../../ui/theme/create-theme.ts'

/** Gives links to chat clients an address of this site. Leads nowhere without a click, and to chat clients only. */
export function JumpPage() {
  const { t } = useTranslation()
  const [query] = useSearchParams()
  const site = useSite((state) => state.info)
  const links = chatLinks(site).map((link) => link.url)
  const target = jumpTarget(query.get('url'), links)
  if (target === null) {
    return (
      <Blank
        picture={<BrokenSeal />}
        title={t('jump.invalid')}
        sentence={t('jump.invalidHelp')}
        action={
          <Button component={Link} to={paths.home} variant="contained">
            {t('failure.toHome')}
          </Button>
        }
      />
    )
  }
  return (
    <Blank
      picture={<Gate />}
      title={target.host === null ? t('jump.title') : t('jump.siteTitle')}
      sentence={target.host === null ? t('jump.lead') : t('jump.siteLead', { host: target.host })}
      action={
        <>
          <Typography
            component="p"
            sx={{ fontFamily: monospace, fontSize: 13, mb: 6, overflowWrap: 'anywhere' }}
          >
            {target.shown}
          </Typography>
          <Button href={target.href} rel="noreferrer" variant="contained">
            {target.host === null ? t('jump.open') : t('jump.openSite')}
          </Button>
        </>
      }
    />
  )
}
