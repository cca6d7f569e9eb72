import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { type Studio, type Work, workCalls } from '@posthouse/contract/calls/works'
import {
  type Icon,
  IconBrush,
  IconMicrophone,
  IconMovie,
  IconMusic,
  IconPhoto,
  IconVolume,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useRead } from '../../../api/use-call.ts'
import { paths } from '../../../paths.ts'
import { radius } from '../../../ui/theme/radius.ts'

const shownMost = 8

const icons: Readonly<Record<Studio, Icon>> = {
  image: IconPhoto,
  speech: IconVolume,
  transcription: IconMicrophone,
  music: IconMusic,
  video: IconMovie,
  midjourney: IconBrush,
}

/** What the reader made last, each leading to its studio. Nothing while there is nothing. */
export function MyWorks() {
  const { t } = useTranslation()
  const { data } = useRead(workCalls, 'listOwnWorks', { query: { size: 20 } })
  const works = data?.data.filter(({ status }) => status === 'succeeded').slice(0, shownMost) ?? []
  if (works.length === 0) return null
  return (
    <Box component="section" aria-labelledby="my-works" sx={{ mb: 4 }}>
      <Typography id="my-works" component="h2" variant="h3" sx={{ mb: 2 }}>
        {t('playcards.myWorks')}
      </Typography>
      <Box
        component="ul"
        sx={{ display: 'flex', gap: 3, listStyle: 'none', p: 0, m: 0, pb: 2, overflowX: 'auto' }}
      >
        {works.map((work) => (
          <Made key={work.id} work={work} />
        ))}
      </Box>
    </Box>
  )
}

function Made({ work }: { readonly work: Work }) {
  const { studio, title, files } = work
  const Glyph = icons[studio]
  const picture = files.find(({ media_type: type }) => type.startsWith('image/'))
  return (
    <Box component="li" sx={{ flex: '0 0 112px', minWidth: 0 }}>
      <Box
        component={Link}
        to={paths.studio(studio)}
        sx={{ display: 'block', color: 'inherit', textDecoration: 'none' }}
      >
        <Box
          sx={{
            height: 112,
            display: 'grid',
            placeItems: 'center',
            overflow: 'hidden',
            border: 1,
            borderColor: 'divider',
            borderRadius: radius('control'),
            bgcolor: 'background.paper',
            color: 'text.secondary',
          }}
        >
          {picture === undefined ? (
            <Glyph size={32} stroke={1.5} aria-hidden />
          ) : (
            <Box
              component="img"
              src={picture.url}
              alt=""
              loading="lazy"
              sx={{ width: 1, height: 1, objectFit: 'cover' }}
            />
          )}
        </Box>
        <Typography variant="caption" noWrap component="p" sx={{ mt: 1 }}>
          {title}
        </Typography>
      </Box>
    </Box>
  )
}
