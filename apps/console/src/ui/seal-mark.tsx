import { useTheme } from '@mui/material/styles'

type Props = { readonly size?: number; readonly stamped?: boolean }

/** The mark: a seal with a relay gate. */
export function SealMark({ size = 32, stamped = false }: Props) {
  const { palette } = useTheme()
  return (
    <svg
      viewBox="0 0 32 32"
      width={size}
      height={size}
      aria-hidden="true"
      className={stamped ? 'stamped' : undefined}
      style={{ flexShrink: 0 }}
    >
      <rect x="1" y="1" width="30" height="30" rx="6" fill={palette.secondary.main} />
      <g
        fill="none"
        stroke={palette.secondary.contrastText}
        strokeWidth="2.4"
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        <path d="M6 10.5c6 1.6 14 1.6 20 0M9.5 11.5V25M22.5 11.5V25M9.5 16h13M16 11.8V16" />
      </g>
    </svg>
  )
}
