import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '../../../paths.ts'

/** Channels, and the tags that put them together. */
export function ChannelTabs({ open }: { readonly open: 'channels' | 'tags' }) {
  const { t } = useTranslation()
  return (
    <Tabs value={open} aria-label={t('channelTag.views')} sx={{ mb: 4 }}>
      <Tab
        value="channels"
        component={Link}
        to={paths.channel}
        label={t('channelTag.channelsView')}
      />
      <Tab value="tags" component={Link} to={paths.channelTags} label={t('channelTag.tagsView')} />
    </Tabs>
  )
}
