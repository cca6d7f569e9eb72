import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { useSeconds } from '../ui/use-seconds.ts'

/** Shows the model being tested (empty: the server chooses) and the seconds so far. Screen readers hear it once. */
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
