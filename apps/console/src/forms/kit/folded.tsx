import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'

type Props = {
  readonly title: string
  /** Something in it is set. */
  readonly startsOpen: boolean
  /** Something in it is wrong: it opens, and stays open when that is mended. */
  readonly faulty: boolean
  readonly children: ReactNode
}

/** Inputs that few need. They are loaded when they are opened. */
export function Folded({ title, startsOpen, faulty, children }: Props) {
  const id = useId()
  const [open, setOpen] = useState(startsOpen)
  if (faulty && !open) setOpen(true)
  return (
    <>
      <Button
        size="small"
        color="inherit"
        aria-expanded={open}
        aria-controls={id}
        startIcon={open ? <IconChevronDown size={16} /> : <IconChevronRight size={16} />}
        onClick={() => setOpen(!open)}
        sx={{ alignSelf: 'flex-start', ml: -1 }}
      >
        {title}
      </Button>
      <Box
        id={id}
        hidden={!open}
        sx={{ display: open ? 'flex' : 'none', flexDirection: 'column', gap: 4 }}
      >
        {open && children}
      </Box>
    </>
  )
}
