import { useTheme } from '@mui/material/styles'

type Props = { readonly size?: number; readonly stamped?: boolean }

/** The mark: a seal with a relay gate. The files of `public/` show the same. */
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
        strokeWidth="2.5"
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        <path d="M5 12.5C9.5 12.2 13.2 10 16 6.5c2.8 3.5 6.5 5.7 11 6" />
        <path d="M7 16h18M10 16v10M22 16v10" />
      </g>
      <path d="M14 26v-3.5a2 2 0 0 1 4 0V26z" fill={palette.secondary.contrastText} />
    </svg>
  )
}
