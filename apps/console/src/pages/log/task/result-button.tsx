import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import type { Task } from '@posthouse/contract/task'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { taskStatusName } from '../../../ui/status.ts'
import { StatusChip } from '../../../ui/status-chip.tsx'
import { radius } from '../../../ui/theme/radius.ts'
import { nameOf } from './name-of.ts'

const ResultDialog = lazy(async () => ({
  default: (await import('./result-dialog.tsx')).ResultDialog,
}))

/** The result, whose code comes when it is first asked for. */
export const LateResult = (props: { readonly task: Task; readonly onClose: () => void }) => (
  <Suspense fallback={null}>
    <ResultDialog {...props} />
  </Suspense>
)

type Props = { readonly task: Task; readonly children: ReactNode }

/** Opens the result of a task. */
function ResultButton({ task, children }: Props) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  return (
    <>
      <ButtonBase
        onClick={() => setOpen(true)}
        focusRipple
        sx={{
          font: 'inherit',
          borderRadius: radius('chip'),
          minHeight: 24,
          verticalAlign: 'middle',
        }}
      >
        {children}
        <span className="visually-hidden">{` ${t('task.resultOf', { name: nameOf(task) })}`}</span>
      </ButtonBase>
      {open && (
        // What is clicked in the dialog is no click on the row behind it.
        <Box component="span" data-apart onClick={(event) => event.stopPropagation()}>
          <LateResult task={task} onClose={() => setOpen(false)} />
        </Box>
      )}
    </>
  )
}

/** The state, which leads to the result. */
export const StatusButton = ({ task }: { readonly task: Task }) => (
  <ResultButton task={task}>
    <StatusChip status={taskStatusName(task.status)} />
  </ResultButton>
)

/** The first picture of a task, small; a word where it has files of another type. */
export function Thumbnail({ task }: { readonly task: Task }) {
  const { t } = useTranslation()
  const picture = task.artefacts.find(({ media_type: type }) => type.startsWith('image/'))
  if (picture !== undefined) {
    return (
      <ResultButton task={task}>
        <Box
          component="img"
          src={picture.url}
          alt=""
          loading="lazy"
          sx={{ width: 48, height: 48, objectFit: 'cover', borderRadius: radius('chip') }}
        />
      </ResultButton>
    )
  }
  if (task.artefacts.length === 0) return t('task.none')
  return (
    <ResultButton task={task}>
      <Box component="span" sx={{ color: 'primary.main', textDecoration: 'underline' }}>
        {t('task.show')}
      </Box>
    </ResultButton>
  )
}
