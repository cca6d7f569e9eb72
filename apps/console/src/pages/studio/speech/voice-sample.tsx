import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import FormHelperText from '@mui/material/FormHelperText'
import Typography from '@mui/material/Typography'
import { formatExact } from '@posthouse/contract/format-amount'
import { IconPlayerPlay } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { transport } from '../../../api/client.ts'
import { refresh } from '../../../api/use-call.ts'
import { contractLanguage } from '../../../i18n/index.ts'
import { useAmountDisplay } from '../../../stores/site.ts'
import type { WorkCall } from '../frame/studio.ts'
import { useEstimate } from '../frame/use-estimate.ts'
import { type SpeechInputs, speechCall } from './speech-call.ts'

type Props = { readonly inputs: SpeechInputs; readonly model: string }

/** A few words in the chosen voice, for what they cost. */
export function VoiceSample({ inputs, model }: Props) {
  const { t } = useTranslation()
  const display = useAmountDisplay()
  const call = speechCall(model, { ...inputs, text: t('studio.speech.greeting') })
  const estimate = useEstimate(call, [])
  const sample = useSample()
  return (
    <Box sx={{ mt: 1 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, flexWrap: 'wrap' }}>
        <Button
          size="small"
          startIcon={<IconPlayerPlay size={16} stroke={1.5} />}
          loading={sample.loading}
          onClick={() => void sample.play(call)}
        >
          {t('studio.speech.hear')}
        </Button>
        {estimate !== null && 'most' in estimate && (
          <Typography variant="caption" color="textSecondary">
            {t('studio.costsAtMost', { amount: formatExact(estimate.most, display) })}
          </Typography>
        )}
      </Box>
      {sample.failure !== '' && <FormHelperText error>{sample.failure}</FormHelperText>}
      {sample.address !== '' && (
        <Box
          component="audio"
          key={sample.address}
          src={sample.address}
          controls
          autoPlay
          aria-label={t('studio.speech.sampleOf')}
          sx={{ display: 'block', width: 1, mt: 1 }}
        />
      )}
    </Box>
  )
}

const Refused = z.object({ error: z.object({ message: z.string() }) })

function useSample() {
  const { t } = useTranslation()
  const [loading, setLoading] = useState(false)
  const [failure, setFailure] = useState('')
  const [address, setAddress] = useState('')
  const kept = useRef('')
  useEffect(() => () => URL.revokeObjectURL(kept.current), [])
  const show = (next: string): void => {
    URL.revokeObjectURL(kept.current)
    kept.current = next
    setAddress(next)
  }
  return {
    loading,
    failure,
    address,
    play: async (call: WorkCall): Promise<void> => {
      setLoading(true)
      setFailure('')
      show('')
      try {
        const answer = await spoken(call)
        if (typeof answer === 'string') setFailure(answer === '' ? t('studio.failed') : answer)
        else show(URL.createObjectURL(answer))
        await refresh(['getSelf'])
      } catch (error) {
        setFailure(error instanceof Error ? error.message : t('studio.failed'))
      } finally {
        setLoading(false)
      }
    },
  }
}

/** A text is why there is no sound. */
async function spoken({ path, body }: WorkCall): Promise<Blob | string> {
  const response = await transport(path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'accept-language': contractLanguage() === 'zh' ? 'zh-CN' : 'en-US',
      'x-posthouse-origin': 'console',
    },
    body: JSON.stringify(body),
  })
  if (response.ok) return response.blob()
  const refused = Refused.safeParse(await response.json().catch(() => null))
  return refused.success ? refused.data.error.message : ''
}
