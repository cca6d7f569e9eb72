import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { curl, sandboxModel } from '../../lib/chat/snippets.ts'
import { paths } from '../../paths.ts'
import { useIsAdministrator, useSession } from '../../stores/session.ts'
import { useServerAddress, useSite } from '../../stores/site.ts'
import { CopyField } from '../../ui/copy-field.tsx'
import { SealMark } from '../../ui/seal-mark.tsx'
import { ServedModels } from './served-models.tsx'
import { SampleReceipt } from './sample-receipt.tsx'

/** The built-in home page. */
export function Landing() {
  return (
    <Box sx={{ px: { xs: 4, sm: 6 }, py: { xs: 10, md: 18 } }}>
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 7fr) minmax(0, 5fr)' },
          gap: { xs: 10, md: 16 },
          alignItems: 'center',
        }}
      >
        <Pitch />
        <Proof />
      </Box>
      <ServedModels />
      <Foundations />
    </Box>
  )
}

function Pitch() {
  const { t } = useTranslation()
  const signedIn = useSession((session) => session.user !== null)
  const guide = useSite((site) => site.info.blog_link)
  const isOpen = useSite((site) => site.info.register_enabled)
  const administrator = useIsAdministrator()
  // Without a guide of the operator's there are the API's own pages, for those who may read them.
  const docs = guide === '' && administrator ? '/api/docs' : guide
  return (
    <Box>
      <SealMark size={72} />
      <Typography
        component="h1"
        variant="h5"
        tabIndex={-1}
        sx={{
          mt: 8,
          outline: 'none',
          textWrap: 'balance',
          fontSize: { xs: 32, sm: 40 },
          lineHeight: { xs: '40px', sm: '48px' },
        }}
      >
        {t('home.slogan')}
      </Typography>
      <Typography
        color="textSecondary"
        sx={{ mt: 4, mb: 8, maxWidth: 520, fontSize: 16, lineHeight: '26px' }}
      >
        {t('home.lead')}
      </Typography>
      <Box sx={{ display: 'flex', gap: 3, flexWrap: 'wrap' }}>
        <Button
          component={Link}
          to={signedIn ? paths.panel : paths.login()}
          variant="contained"
          size="large"
        >
          {t('home.console')}
        </Button>
        {isOpen && !signedIn && (
          <Button component={Link} to={paths.register} variant="outlined" size="large">
            {t('home.signUp')}
          </Button>
        )}
        {docs !== '' && (
          <Button href={docs} target="_blank" rel="noreferrer" variant="outlined" size="large">
            {t('home.docs')}
          </Button>
        )}
      </Box>
    </Box>
  )
}

function Proof() {
  const { t } = useTranslation()
  const server = useServerAddress()
  const facts = { server, key: 'sk-…', model: sandboxModel }
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 4, minWidth: 0 }}>
      <CopyField block text={curl(facts)} label={t('home.first')} />
      <SampleReceipt />
    </Box>
  )
}

function Foundations() {
  const { t } = useTranslation()
  const name = useSite((site) => site.info.system_name)
  const dialects = ['OpenAI', 'OpenAI Responses', 'Anthropic', 'Gemini'] as const
  return (
    <Box
      sx={{
        mt: 16,
        display: 'grid',
        gridTemplateColumns: { xs: '1fr', md: '5fr 7fr' },
        gap: { xs: 10, md: 16 },
      }}
    >
      <section aria-labelledby="dialects">
        <Typography id="dialects" component="h2" variant="h2">
          {t('home.dialects')}
        </Typography>
        <Box
          component="ul"
          sx={{
            listStyle: 'none',
            p: 0,
            mt: 3,
            '& li': { display: 'flex', py: 2, borderBottom: 1, borderColor: 'divider' },
          }}
        >
          {dialects.map((dialect) => (
            <li key={dialect}>
              <Box sx={{ flex: 1 }}>{dialect}</Box>
              <Typography variant="body2" color="textSecondary">
                {t('home.dialectNow')}
              </Typography>
            </li>
          ))}
        </Box>
      </section>
      <section aria-labelledby="policy">
        <Typography id="policy" component="h2" variant="h2">
          {t('home.policy')}
        </Typography>
        <Box component="ol" sx={{ pl: 5, mt: 3, '& li': { py: 1.5 } }}>
          <li>{t('home.policyOne')}</li>
          <li>{t('home.policyTwo')}</li>
          <li>{t('home.policyThree')}</li>
        </Box>
        <Typography variant="body2" color="textSecondary">
          {t('home.operator', { name })}
        </Typography>
      </section>
    </Box>
  )
}
