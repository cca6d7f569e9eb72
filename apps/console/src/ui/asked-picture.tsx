import Button from '@mui/material/Button'
import { IconPhoto } from '@tabler/icons-react'
import { type MouseEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'

type Props = { readonly src: string; readonly alt: string }

/**
 * A picture that a model named. Loading it tells its host the reader's address, and whatever the model put
 * into the picture's own; so a person says yes first. One of this site would be a call in the reader's name:
 * only its words are shown.
 */
export function AskedPicture({ src, alt }: Props) {
  const { t } = useTranslation()
  const [state, setState] = useState<'asked' | 'wanted' | 'failed'>('asked')
  const url = foreignAddress(src)
  if (url === null) return alt
  const { host } = url
  // Pages here load pictures from https addresses alone.
  if (url.protocol === 'http:') return t('picture.notSecure', { host })
  if (state === 'wanted') {
    const failed = () => setState('failed')
    return <img src={src} alt={alt} referrerPolicy="no-referrer" onError={failed} />
  }
  const words = alt === '' ? 'picture.load' : 'picture.loadNamed'
  const load = (event: MouseEvent) => {
    // It may stand in a link, which was not what was clicked.
    event.preventDefault()
    event.stopPropagation()
    setState('wanted')
  }
  return (
    <Button
      size="small"
      variant="outlined"
      startIcon={<IconPhoto size={16} stroke={1.5} />}
      onClick={load}
      sx={{
        maxWidth: 1,
        whiteSpace: 'normal',
        overflowWrap: 'anywhere',
        textAlign: 'start',
        textTransform: 'none',
      }}
    >
      {t(state === 'failed' ? 'picture.again' : words, { host, name: alt })}
    </Button>
  )
}

/** Null: it is of this site, or no address. */
function foreignAddress(src: string): URL | null {
  const url = URL.parse(src, location.href)
  if (url === null || !/^https?:$/.test(url.protocol)) return null
  return url.host === location.host ? null : url
}
