import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { openAiCompatibleType } from '@posthouse/contract/channel-type-numbers'
import { isForeignOpenAi } from '@posthouse/contract/openai-address'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { SectionProps } from '../channel-form.ts'

type Props = Pick<SectionProps, 'form'> & { readonly onChoice: (type: number) => void }

/** Offers the type "OpenAI compatible" while the type is OpenAI and the address is not OpenAI's own. */
export function ForeignAddress({ form: { control, setValue }, onChoice }: Props) {
  const { t } = useTranslation()
  const [type, address] = useWatch({ control, name: ['type', 'base_url'] })
  const isForeign = URL.canParse(address) && isForeignOpenAi({ type, base_url: address.trim() })
  if (!isForeign) return null
  const change = () => {
    setValue('type', openAiCompatibleType, { shouldDirty: true })
    onChoice(openAiCompatibleType)
  }
  return (
    <Alert
      severity="info"
      action={
        <Button color="inherit" size="small" onClick={change}>
          {t('channel.foreignSwitch')}
        </Button>
      }
    >
      {t('channel.foreignAddress')}
    </Alert>
  )
}
