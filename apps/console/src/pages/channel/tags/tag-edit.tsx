import Alert from '@mui/material/Alert'
import Typography from '@mui/material/Typography'
import { ChannelBulkChange } from '@posthouse/contract/channel-input'
import type { ChannelTag } from '@posthouse/contract/channel-tag'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../../forms/kit/form-dialog.tsx'
import { useContractForm } from '../../../forms/kit/use-contract-form.ts'
import { usePasswordAgain } from '../../../forms/use-password-again.tsx'
import { type TagField, tagFields, TickedField, unticked } from './tag-fields.tsx'

type Props = {
  readonly tag: ChannelTag
  readonly change: (values: ChannelBulkChange) => Promise<void>
  readonly onClose: () => void
}

/** Changes all channels of a tag, each field only where it is ticked. */
export function TagEdit({ tag, change, onClose }: Props) {
  const { t } = useTranslation()
  const password = usePasswordAgain()
  const [ticked, setTicked] = useState<readonly TagField[]>([])
  const { form, submit, submitError, loading } = useContractForm(
    ChannelBulkChange,
    unticked,
    async (values) => {
      await password.guard(async () => {
        await change(values)
        onClose()
      })
    },
  )
  const turn = (field: TagField) => (on: boolean, value: unknown) => {
    setTicked(on ? [...ticked, field] : ticked.filter((other) => other !== field))
    form.clearErrors(field)
    form.setValue(field, (on ? value : undefined) as never, { shouldDirty: true })
  }
  return (
    <FormDialog
      title={t('channelTag.editTitle', { tag: tag.id })}
      submitLabel={t('channel.changeMany', { count: tag.channels })}
      submitError={submitError}
      loading={loading}
      dirty={ticked.length > 0}
      onSubmit={submit}
      onClose={onClose}
    >
      <Typography color="textSecondary">{t('channelTag.editHelp')}</Typography>
      {'root' in form.formState.errors && ticked.length === 0 && (
        <Alert severity="error">{t('channelTag.noneTicked')}</Alert>
      )}
      {tagFields.map((field) => (
        <TickedField
          key={field}
          field={field}
          tag={tag}
          control={form.control}
          ticked={ticked.includes(field)}
          onTurn={turn(field)}
        />
      ))}
      {password.dialog}
    </FormDialog>
  )
}
