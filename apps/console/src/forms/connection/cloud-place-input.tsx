import TextField from '@mui/material/TextField'
import { useTranslation } from 'react-i18next'
import type { SectionProps } from '../channel-form.ts'
import { useField } from '../kit/field.ts'

const usualRegion = 'global'

/** The region and the project of Vertex AI, which a channel keeps as one text: `region|project`. */
export function CloudPlaceInput({ control }: Pick<SectionProps['form'], 'control'>) {
  const { t } = useTranslation()
  const { field, invalid, below } = useField({
    control,
    name: 'other',
    label: t('channel.region'),
    help: t('channel.regionHelp'),
  })
  const place: unknown = field.value
  const [region = '', project = ''] = typeof place === 'string' ? place.split('|') : []
  const put = (parts: readonly string[]) =>
    field.onChange(parts.every((part) => part === '') ? '' : parts.join('|'))

  return (
    <>
      <TextField
        label={t('channel.region')}
        name="region"
        value={region}
        onChange={({ target }) => put([target.value.replaceAll('|', ''), project])}
        onBlur={field.onBlur}
        inputRef={field.ref}
        error={invalid}
        helperText={below}
        placeholder={usualRegion}
      />
      <TextField
        label={t('channel.project')}
        name="project"
        value={project}
        onChange={({ target }) => put([region, target.value.replaceAll('|', '')])}
        onBlur={field.onBlur}
        helperText={t('channel.projectHelp')}
      />
    </>
  )
}
