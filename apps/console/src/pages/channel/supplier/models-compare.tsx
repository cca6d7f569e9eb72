import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import LinearProgress from '@mui/material/LinearProgress'
import { channelCalls } from '@posthouse/contract/calls/channels'
import type { Channel } from '@posthouse/contract/channel'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '../../../api/refusal.ts'
import { write } from '../../../api/use-call.ts'
import { InlineError } from '../../../ui/inline-error.tsx'
import { ModelsDifference } from './models-difference.tsx'

type Props = { readonly channel: Channel; readonly onClose: () => void }

/** Compares a channel's models with what its supplier lists now. */
export function ModelsCompare({ channel: { id, name }, onClose }: Props) {
  const { t } = useTranslation()
  const titleId = useId()
  const found = useQuery({
    queryKey: ['models at the supplier', id],
    queryFn: () => write(channelCalls, 'compareChannelModels', { params: { id } }, { quiet: true }),
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
  })
  const { data, error, isFetching } = found
  const again = () => void found.refetch()
  const compared = data !== undefined && error === null && !isFetching
  return (
    <Dialog open onClose={onClose} maxWidth="sm" fullWidth aria-labelledby={titleId}>
      <DialogTitle id={titleId} component="h2" variant="h2" sx={{ overflowWrap: 'anywhere' }}>
        {t('supplier.models.title', { name })}
      </DialogTitle>
      {compared && data.listed > 0 ? (
        <ModelsDifference id={id} found={data} onAgain={again} onClose={onClose} />
      ) : (
        <>
          <DialogContent aria-live="polite">
            {isFetching && <LinearProgress aria-label={t('supplier.models.asking')} />}
            {!isFetching && error !== null && <InlineError text={messageOf(error)} />}
            {compared && <Alert severity="info">{t('channel.noneListed')}</Alert>}
          </DialogContent>
          <DialogActions>
            <Button color="inherit" onClick={onClose}>
              {t('action.close')}
            </Button>
            <Button variant="outlined" disabled={isFetching} onClick={again}>
              {t('supplier.models.again')}
            </Button>
          </DialogActions>
        </>
      )}
    </Dialog>
  )
}
