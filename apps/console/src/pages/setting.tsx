import { stationCalls } from '@posthouse/contract/calls/station'
import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import FormControlLabel from '@mui/material/FormControlLabel'
import Switch from '@mui/material/Switch'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { type Setting, type SettingSection, settingSections } from '@posthouse/contract/setting'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { useRead } from '../api/use-call.ts'
import { LeaveQuestion } from '../forms/kit/leave-question.tsx'
import { SectionRail } from '../forms/kit/section-rail.tsx'
import { useDirtyGuard } from '../forms/kit/use-dirty-guard.ts'
import { Failed, LoadingRows } from '../table/table-states.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { SaveBar } from './setting/save-bar.tsx'
import { labelOf } from './setting/setting-field.tsx'
import { SettingsSection } from './setting/settings-section.tsx'
import { useSettings } from './setting/use-settings.ts'

const tabs = ['operation', 'system', 'other'] as const
type TabName = (typeof tabs)[number]

const sectionNames = Object.keys(settingSections) as SettingSection[]

/** Every setting of the station, by tab and section. */
export function SettingPage() {
  const { t } = useTranslation()
  const options = useRead(stationCalls, 'listOptions', {})
  return (
    <>
      <PageHeading title={t('menu.setting')} lead={t('setting.lead')} />
      {options.error !== null && (
        <Failed error={options.error} onRetry={() => void options.refetch()} />
      )}
      {options.data === undefined
        ? options.error === null && <LoadingRows />
        : options.error === null && <SettingForm settings={options.data} />}
    </>
  )
}

function SettingForm({ settings }: { readonly settings: readonly Setting[] }) {
  const { t } = useTranslation()
  const state = useSettings(settings)
  const guard = useDirtyGuard(state.changed.length > 0)
  const view = useView()
  const isFound = useFound(view, state.changed)
  const found = settings.filter(isFound)
  const sections = sectionNames.filter((name) => found.some(({ section }) => section === name))
  const { errors } = state.form.formState
  const faults = (name: SettingSection) =>
    settings.filter(({ key, section }) => section === name && errors[key] !== undefined).length
  useSectionOfAddress(sections.length > 0)
  return (
    <>
      <ViewBar view={view} />
      <Box sx={{ display: 'flex', flexDirection: { xs: 'column', md: 'row' }, gap: 6, pb: 24 }}>
        <Box sx={railLook}>
          <SectionRail
            sections={sections.map((name) => ({
              id: name,
              title: t(`setting.sections.${name}`),
              faults: faults(name),
            }))}
          />
        </Box>
        <Box sx={{ flex: 1, minWidth: 0, maxWidth: 820, '& section[id]': { scrollMarginTop: 80 } }}>
          {sections.length === 0 && (
            <Card sx={{ p: 6, textAlign: 'center' }}>
              <Typography color="textSecondary">{t('setting.nothing')}</Typography>
            </Card>
          )}
          {sections.map((name) => (
            <SettingsSection
              key={name}
              name={name}
              settings={found.filter(({ section }) => section === name)}
              control={state.form.control}
              refused={state.refused[name] ?? ''}
            />
          ))}
        </Box>
      </Box>
      <SaveBar state={state} />
      {state.dialog}
      {guard.leaving && <LeaveQuestion onStay={guard.stay} onLeave={guard.leave} />}
    </>
  )
}

/** The rail is made for dialogs: here it stands below the top bar, on the page's own ground. */
const railLook = {
  mx: { xs: 2, md: 0 },
  '& > nav': { top: { md: 80 }, bgcolor: { md: 'transparent' } },
} as const

type View = {
  readonly tab: TabName
  readonly word: string
  readonly changedOnly: boolean
  readonly change: (view: Partial<Pick<View, 'tab' | 'word' | 'changedOnly'>>) => void
}

/** The tab stands in the address; so does a hash of the same name, as scripts and bookmarks of the family have it. */
function useView(): View {
  const [params, setParams] = useSearchParams()
  const [word, setWord] = useState('')
  const [changedOnly, setChangedOnly] = useState(false)
  const named = params.get('tab') ?? location.hash.slice(1)
  return {
    tab: tabs.find((tab) => tab === named) ?? 'operation',
    word,
    changedOnly,
    change: (view) => {
      if (view.tab !== undefined) setParams({ tab: view.tab }, { replace: true })
      if (view.word !== undefined) setWord(view.word)
      if (view.changedOnly !== undefined) setChangedOnly(view.changedOnly)
    },
  }
}

/** Scrolls to the section that a link named, once it is there. */
function useSectionOfAddress(isDrawn: boolean): void {
  const [params] = useSearchParams()
  const section = params.get('section') ?? ''
  useEffect(() => {
    if (isDrawn && section !== '') document.getElementById(section)?.scrollIntoView()
  }, [isDrawn, section])
}

/** A search looks at all tabs. What is being changed stays in sight. */
function useFound(
  { tab, word, changedOnly }: View,
  changed: readonly string[],
): (setting: Setting) => boolean {
  const { t } = useTranslation()
  const wanted = word.trim().toLowerCase()
  const differs = ({ key, value, default: usual, secret, stored }: Setting) =>
    changed.includes(key) || (secret ? stored : value !== usual)
  return (setting) => {
    if (changedOnly && !differs(setting)) return false
    if (wanted === '') return changedOnly || settingSections[setting.section] === tab
    return `${labelOf(t, setting.key)} ${setting.key}`.toLowerCase().includes(wanted)
  }
}

function ViewBar({ view }: { readonly view: View }) {
  const { t } = useTranslation()
  const everywhere = view.word.trim() !== '' || view.changedOnly
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        columnGap: 6,
        rowGap: 2,
        mb: 4,
      }}
    >
      <Tabs
        value={everywhere ? false : view.tab}
        onChange={(_, tab: TabName) => view.change({ tab, word: '', changedOnly: false })}
        sx={{ flex: 1, minWidth: 260 }}
      >
        {tabs.map((tab) => (
          <Tab key={tab} value={tab} label={t(`setting.tabs.${tab}`)} />
        ))}
      </Tabs>
      <FormControlLabel
        control={
          <Switch
            checked={view.changedOnly}
            onChange={({ target }) => view.change({ changedOnly: target.checked })}
          />
        }
        label={t('setting.changedOnly')}
      />
      <TextField
        type="search"
        label={t('setting.search')}
        value={view.word}
        onChange={({ target }) => view.change({ word: target.value })}
        sx={{ width: { xs: '100%', sm: 220 } }}
      />
    </Box>
  )
}
