import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Popover from '@mui/material/Popover'
import type { ChannelTag } from '@posthouse/contract/channel-tag'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { copyText } from '../../../ui/copy-text.ts'

/** How many models a tag has. They are listed, and copied, where that is opened. */
export function TagModels({ tag: { id: tag, models } }: { readonly tag: ChannelTag }) {
  const { t } = useTranslation()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const label = t('channelTag.modelsOf', { tag, count: models.length })
  return (
    <>
      <Button
        size="small"
        aria-label={label}
        aria-haspopup="dialog"
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ minWidth: 0 }}
      >
        {models.length}
      </Button>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        slotProps={{ paper: { role: 'dialog', 'aria-label': label, sx: { p: 3, maxWidth: 360 } } }}
      >
        <Button
          size="small"
          variant="outlined"
          onClick={() => void copyText(models.join(','), t('channelTag.modelNames'))}
        >
          {t('channelTag.copyAll')}
        </Button>
        <Box sx={{ display: 'flex', flexDirection: 'column', alignItems: 'start', mt: 2 }}>
          {models.map((model) => (
            <Button
              key={model}
              size="small"
              color="inherit"
              aria-label={t('channelTag.copyModel', { model })}
              onClick={() => void copyText(model, model)}
              sx={{
                minWidth: 0,
                textAlign: 'left',
                overflowWrap: 'anywhere',
                textTransform: 'none',
              }}
            >
              {model}
            </Button>
          ))}
        </Box>
      </Popover>
    </>
  )
}
