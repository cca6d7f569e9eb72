import { channelKeyCalls } from '@posthouse/contract/calls/channel-keys'
import type { Channel } from '@posthouse/contract/channel'
import { AddedKeys } from '@posthouse/contract/stored-key'
import { useTranslation } from 'react-i18next'
import { useWrite } from '../../../api/use-call.ts'
import { FormDialog } from '../../../forms/kit/form-dialog.tsx'
import { SecretInput } from '../../../forms/kit/secret-input.tsx'
import { useContractForm } from '../../../forms/kit/use-contract-form.ts'
import { notify } from '../../../ui/notify.tsx'
import { keyWriting } from './key-writing.ts'

type Props = { readonly channel: Channel; readonly onClose: () => void }

/** Pasted keys, one per line, and what became of them. */
export function KeysAdd({ channel, onClose }: Props) {
  const { t } = useTranslation()
  const add = useWrite(channelKeyCalls, 'addChannelKeys', keyWriting)
  const { form, submit, submitError, loading } = useContractForm(
    AddedKeys,
    { keys: '' },
    async (body) => {
      const { added, known, malformed } = await add.mutateAsync({
        params: { id: channel.id },
        body,
      })
      onClose()
      const sentences = [
        t('channelKey.added', { count: added }),
        ...(known > 0 ? [t('channelKey.known', { count: known })] : []),
        ...(malformed > 0 ? [t('channelKey.malformed', { count: malformed })] : []),
      ]
      notify(malformed > 0 ? 'info' : 'success', sentences.join('\n'))
    },
  )
  return (
    <FormDialog
      title={t('channelKey.addTitle', { name: channel.name })}
      submitLabel={t('channelKey.add')}
      submitError={submitError}
      loading={loading}
      dirty={form.formState.isDirty}
      onSubmit={submit}
      onClose={onClose}
    >
      <SecretInput
        control={form.control}
        name="keys"
        label={t('channelKey.keys')}
        help={t('channelKey.addHelp')}
        stored={[]}
        rows={5}
        required
      />
    </FormDialog>
  )
}
