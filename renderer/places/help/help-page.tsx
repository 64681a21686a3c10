import { Toolbar } from '#ui/layout/toolbar.tsx'
import Markdown from '#ui/markdown/markdown.tsx'
import { sections, title } from './copy.ts'
import css from './help-page.module.css'

export default function HelpPage() {
  return (
    <>
      <Toolbar level={1} title={title} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it */}
      <section className={css.scroll} aria-label={title} tabIndex={0}>
        <div className={css.column}>
          {sections.map(({ heading, text }) => (
            <section key={heading} className={css.section}>
              <h2 className={css.heading}>{heading}</h2>
              <Markdown text={text} />
            </section>
          ))}
        </div>
      </section>
    </>
  )
}
