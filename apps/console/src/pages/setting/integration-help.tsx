import { stationCalls } from '@posthouse/contract/calls/station'
import {
  type SettingSection,
  type TestedService,
  testedServices,
} from '@posthouse/contract/setting'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { messageOf } from '../../api/refusal.ts'
import { useWrite } from '../../api/use-call.ts'
import { useSite } from '../../stores/site.ts'
import { CopyField } from '../../ui/copy-field.tsx'

export const isService = (section: SettingSection): section is TestedService =>
  testedServices.some((known) => known === section)

/** Where each service is set up, in the operator's browser. */
const setUpAt: Readonly<Record<TestedService, string>> = {
  github: 'https://github.com/settings/developers',
  wechat: 'https://github.com/songquanpeng/wechat-server',
  lark: 'https://open.feishu.cn/app',
  oidc: 'https://openid.net/developers/how-connect-works/',
  turnstile: 'https://dash.cloudflare.com/?to=/:account/turnstile',
  telegram: 'https://t.me/BotFather',
}

/** Providers that send the browser back here. */
const callbacks: readonly TestedService[] = ['github', 'lark', 'oidc']

/** What an operator needs at the service, and whether it takes what is stored. */
export function ServiceHelp({ service }: { readonly service: TestedService }) {
  const { t } = useTranslation()
  const origin = useSite((site) => site.info.server_address) || location.origin
  const trial = useWrite(stationCalls, 'testService', { quiet: true })
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 3 }}>
      <Typography variant="body2" color="textSecondary">
        {t(`setting.services.${service}`)}{' '}
        <Link href={setUpAt[service]} target="_blank" rel="noreferrer">
          {t('setting.openService')}
        </Link>
      </Typography>
      {callbacks.includes(service) && (
        <Box>
          <Typography variant="subtitle2">{t('setting.callback')}</Typography>
          <CopyField
            text={`${origin.replace(/\/+$/, '')}/oauth/${service}`}
            label={t('setting.callback')}
          />
        </Box>
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 3 }}>
        <Button
          variant="outlined"
          loading={trial.isPending}
          onClick={() => trial.mutate({ body: { service } })}
        >
          {t('setting.testService')}
        </Button>
        <Typography variant="caption" color="textSecondary">
          {t('setting.testMailHelp')}
        </Typography>
      </Box>
      {trial.isSuccess && (
        <Alert severity={trial.data.verdict === 'works' ? 'success' : 'error'}>
          {t(`setting.trials.${trial.data.verdict}`)}
          {trial.data.said !== '' && ` ${t('setting.trialSaid', { said: trial.data.said })}`}
        </Alert>
      )}
      {trial.error !== null && <Alert severity="error">{messageOf(trial.error)}</Alert>}
    </Box>
  )
}
