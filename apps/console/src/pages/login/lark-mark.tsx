/** A bird in flight, for Lark. */
export function LarkMark() {
  return (
    <svg
      width={20}
      height={20}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.5}
      strokeLinejoin="round"
      aria-hidden
    >
      <path d="M5 4h8c2.2 2 3.6 4.300 4 7-2 .6-3.600 1.700-5 3C10.500 10 8.300 6.700 5 4z" />
      <path d="M3 9c3.200 4 7 6.500 11 6.500 3.200 0 4.600-2 7-4.500-1.200 6-4.600 9-9 9-4 0-7-1.600-9-3.500z" />
    </svg>
  )
}
