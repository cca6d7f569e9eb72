import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { telegramCalls } from '@posthouse/contract/calls/telegram'
import {
  menuFormats,
  type TelegramMenu,
  TelegramMenuChange,
  TelegramMenuInput,
} from '@posthouse/contract/telegram-menu'
import type { ReactNode } from 'react'
import { type Control, type FieldPath, type FieldValues, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useWrite } from '../../api/use-call.ts'
import { FormDialog } from '../../forms/kit/form-dialog.tsx'
import { SelectInput } from '../../forms/kit/select-input.tsx'
import { TextInput } from '../../forms/kit/text-input.tsx'
import { useContractForm } from '../../forms/kit/use-contract-form.ts'
import { MenuBubble } from './menu-bubble.tsx'

const writing = { changes: ['listTelegramMenus', 'getTelegramMenu'], quiet: true } as const

type Closing = { readonly onClose: () => void }

export function MenuCreate({ onClose }: Closing) {
  const { t } = useTranslation()
  const create = useWrite(telegramCalls, 'createTelegramMenu', writing)
  const { form, submit, submitError, loading } = useContractForm(
    TelegramMenuInput,
    { command: '', description: '', parse_mode: 'MarkdownV2', reply_message: '' },
    async (body) => {
      await create.mutateAsync({ body })
      onClose()
    },
  )
  const { control } = form
  return (
    <FormDialog
      title={t('telegram.create')}
      submitLabel={t('telegram.create')}
      submitError={submitError}
      loading={loading}
      dirty={form.formState.isDirty}
      onSubmit={submit}
      onClose={onClose}
    >
      <MenuFields control={control}>
        <Preview {...useWatch({ control })} />
      </MenuFields>
    </FormDialog>
  )
}

export function MenuEdit({ entry, onClose }: Closing & { readonly entry: TelegramMenu }) {
  const { t } = useTranslation()
  const update = useWrite(telegramCalls, 'updateTelegramMenu', writing)
  const { form, submit, submitError, loading } = useContractForm(
    TelegramMenuChange,
    entry,
    async (body) => {
      await update.mutateAsync({ body })
      onClose()
    },
  )
  const { control } = form
  return (
    <FormDialog
      title={t('telegram.editTitle', { command: entry.command })}
      submitLabel={t('telegram.save')}
      submitError={submitError}
      loading={loading}
      dirty={form.formState.isDirty}
      onSubmit={submit}
      onClose={onClose}
    >
      <MenuFields control={control}>
        <Preview {...useWatch({ control })} />
      </MenuFields>
    </FormDialog>
  )
}

type Fields<Values extends FieldValues, Checked> = {
  readonly control: Control<Values, unknown, Checked>
  readonly children: ReactNode
}

function MenuFields<Values extends FieldValues, Checked>({
  control,
  children,
}: Fields<Values, Checked>) {
  const { t } = useTranslation()
  const field = (name: string) => ({ control, name: name as FieldPath<Values> })
  return (
    <>
      <TextInput
        {...field('command')}
        label={t('telegram.command')}
        help={t('telegram.commandHelp')}
        required
        autoFocus
      />
      <TextInput
        {...field('description')}
        label={t('telegram.description')}
        help={t('telegram.descriptionHelp')}
        required
      />
      <SelectInput
        {...field('parse_mode')}
        label={t('telegram.format')}
        choices={menuFormats.map((value) => ({ value, label: value === 'HTML' ? 'html' : value }))}
        required
      />
      <TextInput {...field('reply_message')} label={t('telegram.content')} rows={4} required />
      {children}
    </>
  )
}

type Written = {
  readonly parse_mode?: string | undefined
  readonly reply_message?: string | undefined
}

function Preview({ parse_mode: mode, reply_message: text = '' }: Written) {
  const { t } = useTranslation()
  const format = menuFormats.find((one) => one === mode) ?? 'HTML'
  if (text.trim() === '') return null
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 1 }}>
      <Typography variant="body2" color="textSecondary">
        {t('telegram.preview')}
      </Typography>
      <MenuBubble format={format} text={text} />
    </Box>
  )
}
