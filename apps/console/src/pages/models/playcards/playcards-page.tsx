import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { siteCalls } from '@posthouse/contract/calls/site'
import type { Studio } from '@posthouse/contract/calls/works'
import type { CatalogueModel } from '@posthouse/contract/catalogue'
import { formatPrice } from '@posthouse/contract/format-amount'
import {
  type Icon,
  IconArrowsSort,
  IconBrush,
  IconMessageCircle,
  IconMicrophone,
  IconMovie,
  IconMusic,
  IconPhoto,
  IconShieldCheck,
  IconTerminal2,
  IconVector,
  IconVolume,
} from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useRead } from '../../../api/use-call.ts'
import { paths } from '../../../paths.ts'
import { useIsAdministrator } from '../../../stores/session.ts'
import { Failed } from '../../../table/table-states.tsx'
import { Horse } from '../../../ui/art/horse.tsx'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { WaitingBlock } from '../../../ui/still-waiting.tsx'
import { cheapest } from '../cheapest.ts'
import { listedPrice } from '../line-price.ts'
import { AgentSetUp } from './agent-set-up.tsx'
import { BalanceCard } from './balance-card.tsx'
import { pictureCost, pictureDollars, picturePrice } from './picture-price.ts'
import { MyWorks } from './my-works.tsx'
import { RunningWorks } from './running-works.tsx'

type KindId =
  | 'chat'
  | 'agents'
  | 'image'
  | 'speech'
  | 'transcribe'
  | 'video'
  | 'music'
  | 'draw'
  | 'embed'
  | 'rerank'
  | 'moderate'

type Kind = {
  readonly id: KindId
  readonly icon: Icon
  readonly operation: CatalogueModel['operation']
  /** Where its one action leads. Null: to a dialog. */
  readonly to: ((model: string) => string) | null
}

const toStudio = (name: Studio) => (model: string) => paths.studio(name, model)

/** In the order of what most people come for. */
const kinds: readonly Kind[] = [
  { id: 'chat', icon: IconMessageCircle, operation: 'chat', to: paths.tryModel },
  { id: 'agents', icon: IconTerminal2, operation: 'chat', to: null },
  { id: 'image', icon: IconPhoto, operation: 'image', to: toStudio('image') },
  { id: 'speech', icon: IconVolume, operation: 'speech', to: toStudio('speech') },
  {
    id: 'transcribe',
    icon: IconMicrophone,
    operation: 'transcribe',
    to: toStudio('transcription'),
  },
  { id: 'video', icon: IconMovie, operation: 'video', to: toStudio('video') },
  { id: 'music', icon: IconMusic, operation: 'music', to: toStudio('music') },
  { id: 'draw', icon: IconBrush, operation: 'draw', to: toStudio('midjourney') },
  { id: 'embed', icon: IconVector, operation: 'embed', to: paths.modelOf },
  { id: 'rerank', icon: IconArrowsSort, operation: 'rerank', to: paths.modelOf },
  { id: 'moderate', icon: IconShieldCheck, operation: 'moderate', to: paths.modelOf },
]

/** The feature square: what the reader's models can do, each with its cheapest model and one action. */
export function PlaycardsPage() {
  const { t } = useTranslation()
  const administrator = useIsAdministrator()
  const query = useRead(siteCalls, 'listCatalogue', {})
  return (
    <>
      <PageHeading title={t('menu.playcards')} lead={t('playcards.lead')} />
      <BalanceCard />
      <RunningWorks />
      <MyWorks />
      {query.error !== null ? (
        <Failed error={query.error} onRetry={() => void query.refetch()} />
      ) : query.data === undefined ? (
        <WaitingBlock height={320} />
      ) : query.data.length === 0 && !administrator ? (
        <Box sx={{ py: 12, textAlign: 'center' }}>
          <Horse />
          <Typography component="h2" variant="h2" sx={{ mt: 4 }}>
            {t('playcards.emptyTitle')}
          </Typography>
          <Typography color="textSecondary">{t('playcards.empty')}</Typography>
        </Box>
      ) : (
        <Cards models={query.data} administrator={administrator} />
      )}
    </>
  )
}

type CardsProps = {
  readonly models: readonly CatalogueModel[]
  readonly administrator: boolean
}

/** What is not offered is shown to administrators alone, last. */
function Cards({ models, administrator }: CardsProps) {
  const all = kinds.map((kind) => ({
    kind,
    models: models.filter(({ operation }) => operation === kind.operation),
  }))
  const offered = all.filter((entry) => entry.models.length > 0)
  const missing = administrator ? all.filter((entry) => entry.models.length === 0) : []
  return (
    <Box
      component="ul"
      sx={{
        display: 'grid',
        gap: { xs: 3, sm: 4 },
        gridTemplateColumns: {
          xs: 'repeat(2, minmax(0, 1fr))',
          md: 'repeat(3, minmax(0, 1fr))',
          xl: 'repeat(4, minmax(0, 1fr))',
        },
        listStyle: 'none',
        p: 0,
        m: 0,
      }}
    >
      {[...offered, ...missing].map(({ kind, models: own }) => (
        <KindCard key={kind.id} kind={kind} models={own} />
      ))}
    </Box>
  )
}

function KindCard({
  kind,
  models,
}: {
  readonly kind: Kind
  readonly models: CardsProps['models']
}) {
  const { t } = useTranslation()
  const { id, icon: Glyph } = kind
  const best = id === 'image' ? cheapest(models, pictureCost) : cheapest(models)
  return (
    <Card
      component="li"
      variant="outlined"
      sx={{
        p: { xs: 3, sm: 4 },
        display: 'flex',
        flexDirection: 'column',
        gap: 2,
        ...(best === undefined && { borderStyle: 'dashed' }),
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
        <Box component="span" sx={{ color: 'primary.main', display: 'flex' }}>
          <Glyph size={22} aria-hidden />
        </Box>
        <Typography component="h2" variant="h3">
          {t(`playcards.kinds.${id}.name`)}
        </Typography>
      </Box>
      <Typography color="textSecondary" sx={{ flexGrow: 1 }}>
        {t(`playcards.kinds.${id}.purpose`)}
      </Typography>
      {best === undefined ? (
        <Typography variant="body2">{t('playcards.missing')}</Typography>
      ) : (
        <Offer model={best} count={models.length} />
      )}
      <Act kind={kind} model={best?.name} />
    </Card>
  )
}

/** The one action of a card; without a model an administrator can add a channel. */
function Act({ kind, model }: { readonly kind: Kind; readonly model: string | undefined }) {
  const { t } = useTranslation()
  const [isOpen, setIsOpen] = useState(false)
  const { id, to } = kind
  if (model === undefined) {
    return (
      <Button component={Link} to={paths.channel} variant="text" sx={{ alignSelf: 'flex-start' }}>
        {t('playcards.addChannel')}
      </Button>
    )
  }
  const word = t(`playcards.kinds.${id}.act`)
  if (to !== null) {
    return (
      <Button component={Link} to={to(model)} variant="outlined" sx={{ alignSelf: 'flex-start' }}>
        {word}
      </Button>
    )
  }
  return (
    <>
      <Button variant="outlined" sx={{ alignSelf: 'flex-start' }} onClick={() => setIsOpen(true)}>
        {word}
      </Button>
      {isOpen && <AgentSetUp model={model} onClose={() => setIsOpen(false)} />}
    </>
  )
}

function Offer({ model, count }: { readonly model: CatalogueModel; readonly count: number }) {
  const { t } = useTranslation()
  const { name, available } = model
  return (
    <Box sx={{ fontSize: 'body2.fontSize' }}>
      <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
        {t('playcards.from', { model: name })}
      </Typography>
      <Typography variant="body2" color="textSecondary">
        {priceText(model, t)}
      </Typography>
      <Typography variant="body2" color="textSecondary">
        {available ? t('playcards.offers', { count }) : t('playcards.busy')}
      </Typography>
    </Box>
  )
}

function priceText(model: CatalogueModel, t: TFunction): string {
  const { operation, input, output_price: output } = model
  const picture = operation === 'image' ? picturePrice(model) : null
  if (picture !== null) {
    const price = pictureDollars(picture)
    if (picture.isEstimate) return t('playcards.aboutPicture', { price })
    return picture.varies
      ? t('playcards.fromPicture', { price })
      : t('playcards.picture', { price })
  }
  return input !== null && output !== null && Number(output) > 0
    ? t('playcards.pair', { input: formatPrice(input), output: formatPrice(output) })
    : listedPrice(model, t)
}
