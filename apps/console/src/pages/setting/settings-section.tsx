import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import type { Setting, SettingSection } from '@posthouse/contract/setting'
import { IconLock } from '@tabler/icons-react'
import { type Control, useController } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { FormSection } from '../../forms/kit/form-section.tsx'
import { LogCleanUp } from '../../forms/log/log-clean-up.tsx'
import { formatTime } from '../../lib/time/format-time.ts'
import { InlineError } from '../../ui/inline-error.tsx'
import { monospace } from '../../ui/theme/create-theme.ts'
import { labelOf, readable, SettingField, type SettingValues } from './setting-field.tsx'
import { textOf, valueOf } from './setting-value.ts'
import { isService, ServiceHelp } from './integration-help.tsx'
import { TestMail } from './test-mail.tsx'

type Props = {
  readonly name: SettingSection
  readonly settings: readonly Setting[]
  readonly control: Control<SettingValues>
  /** What was refused of it and stands at no field. */
  readonly refused: string
}

/** Settings that are saved together. */
export function SettingsSection({ name, settings, control, refused }: Props) {
  const { t } = useTranslation()
  return (
    <Card sx={{ p: { xs: 4, sm: 6 }, mb: 4 }}>
      <FormSection id={name} heading="h2" title={t(`setting.sections.${name}`)}>
        {refused !== '' && <InlineError text={refused} />}
        {settings.map((setting) => (
          <div key={setting.key}>
            {setting.may_change ? (
              <SettingField setting={setting} control={control} />
            ) : (
              <Locked setting={setting} />
            )}
            <Facts setting={setting} control={control} />
          </div>
        ))}
        {isService(name) && settings.some((setting) => setting.may_change) && (
          <ServiceHelp service={name} />
        )}
        {name === 'keeping' && <LogCleanUp label={t('form.cleanLog')} />}
        {name === 'mail' && settings.some((setting) => setting.may_change) && <TestMail />}
      </FormSection>
    </Card>
  )
}

/** What a setting is now, for whoever may not change it, and why not. */
function Locked({ setting }: { readonly setting: Setting }) {
  const { t } = useTranslation()
  const value = setting.secret
    ? t(setting.stored ? 'setting.stored' : 'setting.notStored')
    : readable(t, setting, setting.value)
  return (
    <Box role="group" aria-label={labelOf(t, setting.key)}>
      <Typography variant="subtitle2">{labelOf(t, setting.key)}</Typography>
      <Typography sx={{ overflowWrap: 'anywhere' }}>{value}</Typography>
      <Typography
        variant="caption"
        color="textSecondary"
        sx={{ display: 'flex', alignItems: 'center', gap: 1 }}
      >
        <IconLock size={14} stroke={1.5} aria-hidden />
        {t('setting.locked')}
      </Typography>
    </Box>
  )
}

/** Its key, its default with the way back to it, and when it was last changed. */
function Facts({
  setting,
  control,
}: {
  readonly setting: Setting
  readonly control: Control<SettingValues>
}) {
  const { t } = useTranslation()
  const { key, secret, updated_time: time } = setting
  const { field } = useController({ control, name: key })
  const isUsual = secret || textOf(field.value ?? null) === setting.default
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        columnGap: 3,
        // In line with the help above it.
        ml: 3.5,
        minHeight: 30,
        color: 'text.secondary',
        fontSize: 12,
      }}
    >
      <Box component="span" sx={{ fontFamily: monospace }}>
        {key}
      </Box>
      {!isUsual && (
        <span>{t('setting.default', { value: readable(t, setting, setting.default) })}</span>
      )}
      {time > 0 && <span>{t('setting.changed', { time: formatTime(time) })}</span>}
      {!isUsual && setting.may_change && (
        <Button size="small" onClick={() => field.onChange(valueOf(setting, setting.default))}>
          {t('setting.reset')}
        </Button>
      )}
    </Box>
  )
}
