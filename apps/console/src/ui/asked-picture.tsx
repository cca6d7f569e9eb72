import Button from '@mui/material/Button'
import { IconPhoto } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

type Props = { readonly src: string; readonly alt: string }

/**
 * A picture that a model named. Loading it tells its host the reader's address, and whatever the model put
 * into the picture's own; so a person says yes first. One of this site would be a call in the reader's name:
 * only its words are shown.
 */
export function AskedPicture({ src, alt }: Props) {
  const { t } = useTranslation()
  const [wanted, setWanted] = useState(false)
  const host = foreignHost(src)
  if (host === null) return alt
  if (wanted) return <img src={src} alt={alt} referrerPolicy="no-referrer" />
  return (
    <Button
      size="small"
      variant="outlined"
      startIcon={<IconPhoto size={16} stroke={1.5} />}
      onClick={() => setWanted(true)}
      sx={{ maxWidth: 1, overflowWrap: 'anywhere', textTransform: 'none' }}
    >
      {t(alt === '' ? 'picture.load' : 'picture.loadNamed', { host, name: alt })}
    </Button>
  )
}

/** Null: it is of this site, or no address. */
function foreignHost(src: string): string | null {
  const url = URL.parse(src, location.href)
  if (url === null || !/^https?:$/.test(url.protocol)) return null
  return url.host === location.host ? null : url.host
}
