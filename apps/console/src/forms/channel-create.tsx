import { channelManyCalls } from '@posthouse/contract/calls/channel-many'
import { channelCalls } from '@posthouse/contract/calls/channels'
import { ChannelInput } from '@posthouse/contract/channel-input'
import { keysIn } from '@posthouse/contract/channel-keys'
import { channelTypeOf } from '@posthouse/contract/channel-type'
import { NewChannels } from '@posthouse/contract/new-channels'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useWrite } from '../api/use-call.ts'
import { notify } from '../ui/notify.tsx'
import { ChannelFields } from './channel-fields.tsx'
import type { ChannelForm } from './channel-form.ts'
import { type PassedProbe, testedBy } from './channel-probe.ts'
import { ChannelProbeButton } from './channel-probe-button.tsx'
import { useChannelSections } from './channel-sections.ts'
import { OnePerKey } from './connection/one-per-key.tsx'
import { FormDialog } from './kit/form-dialog.tsx'
import { TextInput } from './kit/text-input.tsx'
import { useContractForm } from './kit/use-contract-form.ts'

const firstType = channelTypeOf(1)

/** A new channel is of the first supplier until another is chosen. */
const blank = {
  ...ChannelInput.parse({ type: 1, name: '-', group: ['-'], models: ['-'], base_url: 'https://x' }),
  name: '',
  group: ['default'],
  models: [],
  base_url: firstType?.baseUrl ?? '',
  more_base_urls: '',
}

const writing = {
  changes: [
    'listChannels',
    'listChannelTags',
    'getReadiness',
    'listOwnModels',
    'matchPrices',
    'listPrices',
  ],
  quiet: true,
} as const

/** Creates a channel with all keys, or a channel for each. */
function useCreate(onePerKey: boolean) {
  const { t } = useTranslation()
  const create = useWrite(channelCalls, 'createChannel', writing)
  const createMany = useWrite(channelManyCalls, 'createChannels', writing)
  return async ({ more_base_urls: more, ...body }: ReturnType<typeof NewChannels.parse>) => {
    if (!onePerKey) return void (await create.mutateAsync({ body }))
    const { created } = await createMany.mutateAsync({
      body: { ...body, more_base_urls: more.join('\n') },
    })
    notify('success', t('channelTag.created', { count: created }))
  }
}

export function ChannelCreate({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation()
  const [passed, setPassed] = useState<PassedProbe | null>(null)
  const [onePerKey, setOnePerKey] = useState(false)
  const create = useCreate(onePerKey)
  const { form, submit, submitError, loading } = useContractForm(
    NewChannels,
    blank,
    async (values) => {
      const prices = values.prices.filter(({ model }) => values.models.includes(model))
      await create({ ...values, prices, ...testedBy(passed, values) })
      onClose()
    },
  )
  const turn = (on: boolean) => {
    setOnePerKey(on)
    if (!on) form.setValue('more_base_urls', '')
  }
  const count = keysIn(useWatch({ control: form.control, name: 'key' }) ?? '').length
  // The sections know the fields of one channel, which are all here.
  const one = form as unknown as ChannelForm
  return (
    <FormDialog
      sections={useChannelSections(form.formState.errors)}
      test={<ChannelProbeButton form={one} stored={null} onPassed={setPassed} />}
      title={t('channel.create')}
      submitLabel={
        onePerKey && count > 1 ? t('channelTag.createMany', { count }) : t('channel.create')
      }
      submitError={submitError}
      loading={loading}
      dirty={form.formState.isDirty}
      onSubmit={submit}
      onClose={onClose}
    >
      <ChannelFields
        form={one}
        stored={null}
        belowKey={
          <OnePerKey on={onePerKey} onTurn={turn}>
            <TextInput
              control={form.control}
              name="more_base_urls"
              label={t('channelTag.moreUrls')}
              help={t('channelTag.moreUrlsHelp')}
              rows={2}
              code
            />
          </OnePerKey>
        }
      />
    </FormDialog>
  )
}
