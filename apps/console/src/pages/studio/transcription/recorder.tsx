import Button from '@mui/material/Button'
import FormHelperText from '@mui/material/FormHelperText'
import { IconMicrophone, IconPlayerStop } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { StudioFile } from '../frame/studio.ts'
import { shortClock } from './transcript-files.ts'
import { useRecorder } from './use-recorder.ts'

type Props = { readonly bytesMost: number; readonly onFile: (file: StudioFile) => void }

/** Records with the microphone, until it is stopped or as much as a file may hold is recorded. */
export function Recorder(props: Props) {
  const { t } = useTranslation()
  const { state, seconds, fault, start, stop } = useRecorder(props)
  const recording = state === 'recording'
  return (
    <>
      <Button
        size="small"
        variant="outlined"
        color={recording ? 'error' : 'primary'}
        loading={state === 'asking'}
        startIcon={
          recording ? (
            <IconPlayerStop size={16} stroke={1.5} />
          ) : (
            <IconMicrophone size={16} stroke={1.5} />
          )
        }
        onClick={() => (recording ? stop() : void start())}
      >
        {recording
          ? `${t('studio.transcription.stop')} · ${shortClock(seconds)}`
          : t('studio.transcription.record')}
      </Button>
      {fault !== null && (
        <FormHelperText error role="alert" sx={{ flexBasis: '100%' }}>
          {t(`studio.transcription.${fault}`)}
        </FormHelperText>
      )}
    </>
  )
}
