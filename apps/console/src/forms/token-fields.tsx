import { accountCalls } from '@posthouse/contract/calls/account'
import { channelCalls } from '@posthouse/contract/calls/channels'
import Box from '@mui/material/Box'
import FormControlLabel from '@mui/material/FormControlLabel'
import Switch from '@mui/material/Switch'
import type { TokenInput, windowPeriods } from '@posthouse/contract/token'
import { type Control, useController, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { useRead } from '../api/use-call.ts'
import { ChipsInput } from './kit/chips-input.tsx'
import { DateTimeInput } from './kit/date-time-input.tsx'
import { FormSection } from './kit/form-section.tsx'
import { ModelsInput } from './kit/models-input.tsx'
import { MoneyInput } from './kit/money-input.tsx'
import { NumberInput } from './kit/number-input.tsx'
import { SelectInput } from './kit/select-input.tsx'
import { SwitchInput } from './kit/switch-input.tsx'
import { TextInput } from './kit/text-input.tsx'

type TokenValues = z.input<typeof TokenInput>

type Props = { readonly control: Control<TokenValues, unknown, TokenInput> }

/** Every field of a token; making and changing one ask the same. */
export function TokenFields({ control }: Props) {
  const { t } = useTranslation()
  const unlimited = useWatch({ control, name: 'unlimited_quota' })
  const quota = useController({ control, name: 'remain_quota' })
  const groups = useRead(channelCalls, 'listOwnGroups', {})
  const choices = Object.values(groups.data ?? {}).map((group) => ({
    value: group.symbol,
    label: `${group.name} ×${group.ratio}`,
  }))
  return (
    <>
      <TextInput control={control} name="name" label={t('token.name')} required autoFocus />
      <SwitchInput
        control={control}
        name="unlimited_quota"
        label={t('token.unlimited')}
        help={t('token.quotaHelp')}
        // A fault in what nobody sees would stop the form without a word.
        onTurn={(on) => on && quota.field.onChange(0)}
      />
      {unlimited !== true && (
        <MoneyInput control={control} name="remain_quota" label={t('token.remaining')} />
      )}
      <ExpiryInput control={control} />
      {choices.length > 0 && (
        <SelectInput
          control={control}
          name="group"
          label={t('token.group')}
          help={t('token.groupHelp')}
          choices={[{ value: '', label: t('token.ownGroup') }, ...choices]}
        />
      )}
      <SwitchInput
        control={control}
        name="cache"
        label={t('token.cache')}
        help={t('token.cacheHelp')}
      />
      <SwitchInput
        control={control}
        name="cost_in_answer"
        label={t('token.costInAnswer')}
        help={t('token.costInAnswerHelp')}
      />
      <LimitFields control={control} />
    </>
  )
}

/** Never, or a moment in the reader's zone. */
function ExpiryInput({ control }: Props) {
  const { t } = useTranslation()
  const { field } = useController({ control, name: 'expired_time' })
  const seconds = field.value ?? -1
  const inThirtyDays = () => Math.floor(Date.now() / 1000) + 30 * 86_400
  return (
    <Box>
      <FormControlLabel
        label={t('token.neverExpires')}
        control={
          <Switch
            checked={seconds === -1}
            onChange={(_, never) => field.onChange(never ? -1 : inThirtyDays())}
          />
        }
      />
      {seconds !== -1 && (
        <Box sx={{ mt: 2 }}>
          <DateTimeInput
            control={control}
            name="expired_time"
            label={t('token.expires')}
            none={0}
          />
        </Box>
      )}
    </Box>
  )
}

const spendWindows = ['5h', 'day', 'week', 'month'] as const satisfies typeof windowPeriods

function LimitFields({ control }: Props) {
  const { t } = useTranslation()
  const models = useRead(accountCalls, 'listOwnModels', { query: {} })
  return (
    <FormSection title={t('token.limits')} help={t('token.limitsHelp')}>
      <ModelsInput
        control={control}
        name="limits.models"
        label={t('token.models')}
        placeholder={t('token.allModels')}
        options={models.data?.map((model) => model.id) ?? []}
      />
      <ChipsInput
        control={control}
        name="limits.addresses"
        label={t('token.addresses')}
        placeholder={t('token.allAddresses')}
        help={t('token.addressesHelp')}
      />
      <Box sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr 1fr' }, gap: 4 }}>
        <NumberInput
          control={control}
          name="limits.requests_per_minute"
          label={t('token.rpm')}
          optional
        />
        <NumberInput
          control={control}
          name="limits.tokens_per_minute"
          label={t('token.tpm')}
          optional
        />
        <NumberInput
          control={control}
          name="limits.concurrency"
          label={t('token.concurrency')}
          optional
        />
      </Box>
      <Box sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' }, gap: 4 }}>
        {spendWindows.map((period) => (
          <MoneyInput
            key={period}
            control={control}
            name={`limits.spend.${period}`}
            label={t(`token.spend.${period}`)}
            optional
          />
        ))}
      </Box>
    </FormSection>
  )
}
