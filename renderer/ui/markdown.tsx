import { Square, SquareCheck } from 'lucide-react'
import ReactMarkdown, { type Components } from 'react-markdown'
import { ExternalLink } from './external-link.tsx'
import css from './markdown.module.css'
import { tablesAndTasks } from './markdown-extras.ts'
import { VisibleText } from './visible-text.tsx'
import { VisuallyHidden } from './visually-hidden.tsx'

const plugins = [tablesAndTasks]

/**
 * Markdown of unknown origin. HTML in it is shown as the text it is, links go out only as https and only after a click, and
 * pictures become links, since the page loads nothing from elsewhere.
 */
export default function Markdown({ text }: { readonly text: string }) {
  return (
    <div className={css.markdown}>
      <ReactMarkdown components={components} remarkPlugins={plugins}>
        {text}
      </ReactMarkdown>
    </div>
  )
}

// One level, or a text that begins deep would skip some; how deep it was is still to be seen.
const components: Components = {
  h1: ({ children }) => <h3 data-depth="1">{children}</h3>,
  h2: ({ children }) => <h3 data-depth="1">{children}</h3>,
  h3: ({ children }) => <h3 data-depth="2">{children}</h3>,
  h4: ({ children }) => <h3 data-depth="2">{children}</h3>,
  h5: ({ children }) => <h3 data-depth="2">{children}</h3>,
  h6: ({ children }) => <h3 data-depth="2">{children}</h3>,
  table: ({ children }) => (
    <div className={css.scroll}>
      <table>{children}</table>
    </div>
  ),
  // A task of a list: what the service sent is shown, not to be ticked.
  input: ({ checked }) => (
    <span className={css.task}>
      {checked ? <SquareCheck size={14} aria-hidden /> : <Square size={14} aria-hidden />}
      <VisuallyHidden>{checked ? 'Done:' : 'To do:'}</VisuallyHidden>
    </span>
  ),
  a: ({ href, children }) => <ExternalLink href={href ?? ''}>{children}</ExternalLink>,
  img: ({ src, alt }) => (
    <ExternalLink href={typeof src === 'string' ? src : ''}>{alt || 'Picture'}</ExternalLink>
  ),
  code: ({ children }) => (
    <code>{typeof children === 'string' ? <VisibleText text={children} /> : children}</code>
  ),
}
