import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import { useTranslation } from 'react-i18next'
import { tokensOf } from '../../ui/theme/tokens.ts'
import { radius } from '../../ui/theme/radius.ts'

/** A part of a long form: where it begins, and what is wrong in it. */
export type SectionMark = {
  /** Id of the `FormSection`. */
  readonly id: string
  readonly title: string
  /** Fields in it with an error. */
  readonly faults: number
}

function show(id: string): void {
  const section = document.querySelector<HTMLElement>(`#${id}`)
  section?.scrollIntoView({ block: 'start' })
  section?.querySelector<HTMLElement>('input,textarea,select,[contenteditable=true]')?.focus({
    preventScroll: true,
  })
}

/** The parts of a form beside it, or above it on a phone; a part with errors says how many. */
export function SectionRail({ sections }: { readonly sections: readonly SectionMark[] }) {
  const { t } = useTranslation()
  return (
    <Box
      component="nav"
      aria-label={t('form.sections')}
      sx={{
        display: 'flex',
        flexDirection: { xs: 'row', md: 'column' },
        gap: 1,
        flexShrink: 0,
        width: { md: 148 },
        mx: { xs: -6, md: 0 },
        px: { xs: 4, md: 0 },
        py: { xs: 1, md: 0 },
        position: 'sticky',
        top: 0,
        alignSelf: { md: 'flex-start' },
        overflowX: 'auto',
        zIndex: 2,
        // Fields pass beneath it.
        bgcolor: ({ palette }) => tokensOf[palette.mode].floating,
        borderBottom: { xs: '1px solid', md: 'none' },
        borderBottomColor: { xs: 'divider', md: 'transparent' },
      }}
    >
      {sections.map(({ id, title, faults }) => (
        <ButtonBase
          key={id}
          onClick={() => show(id)}
          aria-label={faults === 0 ? title : t('form.sectionFaults', { title, count: faults })}
          sx={{
            justifyContent: 'flex-start',
            gap: 2,
            px: 2,
            minHeight: 32,
            flexShrink: 0,
            borderRadius: radius('control'),
            typography: 'subtitle2',
            color: faults > 0 ? 'error.main' : 'text.secondary',
            '&:hover': { bgcolor: 'action.hover', color: 'text.primary' },
            '@media (pointer: coarse)': { minHeight: 44 },
          }}
        >
          {title}
          {faults > 0 && <span aria-hidden>· {faults}</span>}
        </ButtonBase>
      ))}
    </Box>
  )
}
