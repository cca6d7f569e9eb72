import IconButton, { type IconButtonProps } from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'

type Props = Omit<IconButtonProps, 'aria-label' | 'title'> & {
  /** Says what the icon does: to the eye on hover and focus, and to a screen reader. */
  readonly label: string
}

/** A button that shows an icon alone, with its name. */
export const IconAction = ({ label, ...button }: Props) => (
  <Tooltip title={label}>
    {/* A disabled button hears no pointer, so that what is round it does; the name is the button's alone. */}
    <span style={{ display: 'inline-flex' }} aria-label={undefined}>
      <IconButton {...button} aria-label={label} />
    </span>
  </Tooltip>
)
