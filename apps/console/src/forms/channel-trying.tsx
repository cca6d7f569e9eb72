import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { useSeconds } from '../ui/use-seconds.ts'

/** What is being tried (empty: the server chooses), and for how long. Read out once: the seconds are for the eye. */
export function ChannelTrying({ model }: { readonly model: string }) {
  const { t } = useTranslation()
  const seconds = useSeconds()
  const words = (seconds: number) =>
    model === ''
      ? t('channel.testingSuggested', { seconds })
      : t('channel.testing', { model, seconds })
  return (
    <Typography color="textSecondary" variant="body2">
      <span className="visually-hidden">{words(0)}</span>
      <span aria-hidden>{words(seconds)}</span>
    </Typography>
  )
}
