import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { reconnect } from './use-watches.ts'

/** Stands above the page while the server does not answer; fixed bars make room by `--banner`. */
export function OfflineBanner() {
  const { t } = useTranslation()
  const banner = useRef<HTMLDivElement>(null)
  const [asking, setAsking] = useState(false)
  useEffect(() => {
    const element = banner.current
    if (element === null) return undefined
    const { style } = document.documentElement
    const measure = () => style.setProperty('--banner', `${element.offsetHeight}px`)
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => {
      observer.disconnect()
      style.removeProperty('--banner')
    }
  }, [])
  const retry = async () => {
    setAsking(true)
    await reconnect().finally(() => setAsking(false))
  }
  return (
    <Alert
      ref={banner}
      severity="warning"
      square
      sx={{
        position: 'sticky',
        top: 0,
        zIndex: (theme) => theme.zIndex.appBar + 1,
        alignItems: 'center',
        borderRadius: 0,
        borderBottom: 1,
        borderColor: 'divider',
        '& .MuiAlert-action': { pt: 0, alignItems: 'center' },
      }}
      action={
        <Button color="inherit" size="small" loading={asking} onClick={() => void retry()}>
          {t('action.retry')}
        </Button>
      }
    >
      {t(navigator.onLine ? 'shell.unanswered' : 'shell.offline')}
    </Alert>
  )
}
