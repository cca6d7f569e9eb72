import { siteCalls } from '@posthouse/contract/calls/site'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import { IconBell } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRead } from '../api/use-call.ts'
import { readText, storageKeys, writeText } from '../lib/storage.ts'
import { part } from '../ui/part.ts'

const SiteNoticeDialog = part(async () => ({
  default: (await import('./site-notice-dialog.tsx')).SiteNoticeDialog,
}))

const askEveryMs = 5 * 60_000

/** The operator's announcement: opens by itself when its text is new, and from the bell afterwards. */
export function SiteNotice() {
  const { t } = useTranslation()
  const notice = useRead(siteCalls, 'getNotice', {}, { everyMs: askEveryMs })
  const [read, setRead] = useState(() => readText(storageKeys.notice) ?? '')
  const [reopened, setReopened] = useState(false)
  const text = notice.data ?? ''
  if (text.trim() === '') return null
  const unread = text !== read
  const close = () => {
    writeText(storageKeys.notice, text)
    setRead(text)
    setReopened(false)
  }
  const label = t(unread ? 'shell.noticeUnread' : 'shell.notice')
  return (
    <>
      <IconButton title={label} aria-label={label} onClick={() => setReopened(true)}>
        <IconBell size={20} stroke={1.5} />
        {unread && (
          <Box
            component="span"
            sx={{
              position: 'absolute',
              top: 8,
              right: 8,
              width: 8,
              height: 8,
              borderRadius: '50%',
              bgcolor: 'secondary.main',
            }}
          />
        )}
      </IconButton>
      {(unread || reopened) && (
        <Suspense>
          <SiteNoticeDialog text={text} onClose={close} />
        </Suspense>
      )}
    </>
  )
}
