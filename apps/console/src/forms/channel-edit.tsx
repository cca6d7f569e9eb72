import { channelCalls } from '@posthouse/contract/calls/channels'
import { type Channel } from '@posthouse/contract/channel'
import { ChannelInput } from '@posthouse/contract/channel-input'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useWrite } from '../api/use-call.ts'
import { ChannelFields } from './channel-fields.tsx'
import { type PassedProbe, testedBy } from './channel-probe.ts'
import { ChannelProbeButton } from './channel-probe-button.tsx'
import { useChannelSections } from './channel-sections.ts'
import { FormDialog } from './kit/form-dialog.tsx'
import { useContractForm } from './kit/use-contract-form.ts'
import { usePasswordAgain } from './use-password-again.tsx'

type Props = { readonly channel: Channel; readonly onClose: () => void }

export function ChannelEdit({ channel, onClose }: Props) {
  const { t } = useTranslation()
  const password = usePasswordAgain()
  const update = useWrite(channelCalls, 'updateChannel', {
    changes: [
      'listChannels',
      'getChannel',
      'listChannelTags',
      'getChannelTag',
      'getReadiness',
      'listOwnModels',
      'matchPrices',
      'listPrices',
    ],
    quiet: true,
  })
  const [passed, setPassed] = useState<PassedProbe | null>(null)
  const { form, submit, submitError, loading } = useContractForm(
    ChannelInput,
    valuesOf(channel),
    async (values) => {
      // The state is an action of the row; an empty key keeps the stored ones.
      const { key, status: _status, ...rest } = values
      const prices = values.prices.filter(({ model }) => values.models.includes(model))
      const changed = { ...rest, prices, ...testedBy(passed, values) }
      const body = key.trim() === '' ? changed : { ...changed, key }
      await password.guard(async () => {
        await update.mutateAsync({ body: { ...body, id: channel.id } })
        onClose()
      })
    },
  )
  const sections = useChannelSections(form.formState.errors)
  return (
    <FormDialog
      sections={sections}
      test={<ChannelProbeButton form={form} stored={channel} onPassed={setPassed} />}
      title={t('channel.editTitle', { name: channel.name })}
      submitLabel={t('channel.save')}
      submitError={submitError}
      loading={loading}
      dirty={form.formState.isDirty}
      onSubmit={submit}
      onClose={onClose}
    >
      <ChannelFields form={form} stored={channel} />
      {password.dialog}
    </FormDialog>
  )
}

/** What is stored may be from before a header was refused: it is told at its row, and is no failure of the form. */
const valuesOf = ({ model_headers, ...channel }: Channel): ChannelInput => ({
  ...ChannelInput.parse({ ...channel, key: '', status: 1 }),
  model_headers,
})
