import { ExternalLink as Icon } from 'lucide-react'
import { createContext, type ReactNode, useContext } from 'react'
import css from './external-link.module.css'
import { VisuallyHidden } from './visually-hidden.tsx'

/** A function that opens a URL outside the app. With `null`, plain links are used. */
const OpenOutside = createContext<((url: string) => void) | null>(null)

export function ExternalLinks({
  open,
  children,
}: {
  readonly open: ((url: string) => void) | null
  readonly children: ReactNode
}) {
  return <OpenOutside value={open}>{children}</OpenOutside>
}

/** A link to a page outside the app. URLs other than https are shown as text. */
export function ExternalLink({ href, children }: { readonly href: string; readonly children: ReactNode }) {
  const open = useContext(OpenOutside)
  if (!isHttps(href)) return <span>{children}</span>
  return (
    <a
      className={css.link}
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      title={href}
      onClick={(event) => {
        if (open === null) return
        event.preventDefault()
        open(href)
      }}
    >
      {children}
      <Icon size={12} aria-hidden />
      <VisuallyHidden> (opens in browser)</VisuallyHidden>
    </a>
  )
}

/** Returns a function that opens a URL like a link does. Ignores URLs other than https. */
export function useOpenOutside(): (href: string) => void {
  const open = useContext(OpenOutside)
  return (href) => {
    if (!isHttps(href)) return
    if (open === null) window.open(href, '_blank', 'noopener,noreferrer')
    else open(href)
  }
}

export function isHttps(href: string): boolean {
  return URL.canParse(href) && new URL(href).protocol === 'https:'
}
