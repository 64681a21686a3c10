export function Mark({ size = 20 }: { readonly size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="8" fill="var(--accent)" />
      <path d="M9 8.5h9.5M9 13h7" stroke="#fff" strokeWidth="2.4" strokeLinecap="round" />
      <path
        d="M23 9v8.5a5.5 5.5 0 0 1-11 0V17"
        fill="none"
        stroke="#fff"
        strokeWidth="2.4"
        strokeLinecap="round"
      />
      <circle cx="23" cy="8" r="2" fill="#fff" />
    </svg>
  )
}
