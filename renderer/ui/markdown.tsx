import ReactMarkdown, { type Components } from 'react-markdown'
import { ExternalLink } from './external-link.tsx'
import css from './markdown.module.css'
import { VisibleText } from './visible-text.tsx'

/**
 * Markdown of unknown origin. HTML in it is shown as the text it is, links go out only as https and only after a click, and
 * pictures become links, since the page loads nothing from elsewhere.
 */
export function Markdown({ text }: { readonly text: string }) {
  return (
    <div className={css.markdown}>
      <ReactMarkdown components={components}>{text}</ReactMarkdown>
    </div>
  )
}

// Headings step down, so that those of a note stay below the note's own title.
const components: Components = {
  h1: ({ children }) => <h3>{children}</h3>,
  h2: ({ children }) => <h3>{children}</h3>,
  h3: ({ children }) => <h4>{children}</h4>,
  h4: ({ children }) => <h4>{children}</h4>,
  h5: ({ children }) => <h4>{children}</h4>,
  h6: ({ children }) => <h4>{children}</h4>,
  a: ({ href, children }) => <ExternalLink href={href ?? ''}>{children}</ExternalLink>,
  img: ({ src, alt }) => (
    <ExternalLink href={typeof src === 'string' ? src : ''}>{alt || 'Picture'}</ExternalLink>
  ),
  code: ({ children }) => (
    <code>{typeof children === 'string' ? <VisibleText text={children} /> : children}</code>
  ),
}
