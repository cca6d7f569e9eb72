import IconButton, { type IconButtonProps } from '@mui/material/IconButton'
import { type ComponentType, Suspense, useState } from 'react'

export type BarMenuProps = { readonly anchor: HTMLElement | null; readonly onClose: () => void }

type Props = IconButtonProps & {
  /** The menu, whose code comes when somebody is about to open it. */
  readonly menu: ComponentType<BarMenuProps>
  readonly load: () => Promise<unknown>
}

/** A button of the bar that opens a menu. Few visitors open one, so none waits for its code. */
export function BarMenuButton({ menu: BarMenu, load, ...button }: Props) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [opened, setOpened] = useState(false)
  const prepare = () => void load().catch(() => null)
  return (
    <>
      <IconButton
        {...button}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={(event) => {
          setAnchor(event.currentTarget)
          setOpened(true)
        }}
      />
      <Suspense>{opened && <BarMenu anchor={anchor} onClose={() => setAnchor(null)} />}</Suspense>
    </>
  )
}
