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
        strokeWidth="2.2"
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        <path d="M5 12.5c4-.2 8-2.3 11-6 3 3.7 7 5.8 11 6M7.5 15.5h17M10 15.5V26M22 15.5V26M13.6 26v-4.6a2.4 2.4 0 0 1 4.8 0V26" />
      </g>
    </svg>
  )
}
