import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import useMediaQuery from '@mui/material/useMediaQuery'
import { siteCalls } from '@posthouse/contract/calls/site'
import type { CatalogueModel } from '@posthouse/contract/catalogue'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import { useRead } from '../../../api/use-call.ts'
import { paths } from '../../../paths.ts'
import { useIsAdministrator } from '../../../stores/session.ts'
import { Failed, InPlaceOfRows } from '../../../table/table-states.tsx'
import { Lantern } from '../../../ui/art/lantern.tsx'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { WaitingBlock } from '../../../ui/still-waiting.tsx'
import type { Inputs, StudioDefinition } from './studio.ts'
import { StudioForm } from './studio-form.tsx'
import { useStudio } from './use-studio.ts'
import { Works } from './works.tsx'

type Props<Values extends Inputs> = { readonly studio: StudioDefinition<Values> }

/** A studio: what is asked at the left, what was made at the right; on a phone one or the other. */
export function StudioPage<Values extends Inputs>({ studio }: Props<Values>) {
  const { t } = useTranslation()
  const administrator = useIsAdministrator()
  const query = useRead(siteCalls, 'listCatalogue', {})
  const models = query.data?.filter(studio.serves)
  return (
    <>
      <PageHeading title={t(`studio.${studio.id}.title`)} lead={t(`studio.${studio.id}.lead`)} />
      {query.error !== null && <Failed error={query.error} onRetry={() => void query.refetch()} />}
      {query.isLoading && <WaitingBlock height={320} />}
      {models?.length === 0 && (
        <InPlaceOfRows
          picture={<Lantern />}
          title={t('studio.noModels')}
          sentence={t(administrator ? 'studio.noModelsAdmin' : 'studio.noModelsHelp')}
          action={
            administrator ? (
              <Button component={Link} to={paths.channel} variant="outlined">
                {t('studio.addChannel')}
              </Button>
            ) : undefined
          }
        />
      )}
      {models !== undefined && models.length > 0 && <Desk studio={studio} models={models} />}
    </>
  )
}

type DeskProps<Values extends Inputs> = Props<Values> & {
  readonly models: readonly CatalogueModel[]
}

function Desk<Values extends Inputs>({ studio, models }: DeskProps<Values>) {
  const { t } = useTranslation()
  const [query] = useSearchParams()
  const [tab, setTab] = useState<'form' | 'works'>('form')
  const wide = useMediaQuery('(min-width:1000px)', { noSsr: true })
  const state = useStudio(studio, {
    models,
    asked: query.get('model') ?? '',
    onForm: () => setTab('form'),
    onWorks: () => setTab('works'),
  })
  const form = <StudioForm studio={studio} models={models} state={state} wide={wide} />
  const works = <Works studio={studio} state={state} />
  if (wide) {
    return (
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: 'minmax(320px, 380px) minmax(0, 1fr)',
          gap: 5,
          alignItems: 'start',
        }}
      >
        {form}
        {works}
      </Box>
    )
  }
  return (
    <>
      <Tabs
        value={tab}
        onChange={(_, value: 'form' | 'works') => setTab(value)}
        aria-label={t(`studio.${studio.id}.title`)}
        sx={{ mb: 4 }}
      >
        <Tab value="form" label={t('studio.form')} id="tab-form" aria-controls="studio-form" />
        <Tab value="works" label={t('studio.works')} id="tab-works" aria-controls="studio-works" />
      </Tabs>
      <Box id={`studio-${tab}`} role="tabpanel" aria-labelledby={`tab-${tab}`} sx={{ pb: 18 }}>
        {tab === 'form' ? form : works}
      </Box>
    </>
  )
}
