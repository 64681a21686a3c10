import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { CopyButton } from '#ui/controls/copy-button.tsx'
import { QueryPlaceholder } from '#ui/feedback/query-placeholder.tsx'
import { TitleRow } from '#ui/layout/title-row.tsx'
import { Fact, KeyValue } from '#ui/text/key-value.tsx'
import { appInfo } from '../../frame/app-info.ts'
import { useApi } from '../../host/client.ts'
import { AgentsSection } from './agents-section.tsx'
import { ApiDifferencesSection } from './api-differences/api-differences-section.tsx'
import { copy } from './copy.ts'
import { GeneralSection } from './general-section.tsx'
import { NoteTextSection } from './note-text-section.tsx'
import { settings as settingsQuery } from './queries.ts'
import { ReceivingSection } from './receiving-section.tsx'
import { Section } from './section.tsx'
import { type SectionId, sectionIds, sectionOf } from './sections.ts'
import css from './settings-page.module.css'
import { StorageSection } from './storage-section.tsx'
import { WorkspaceSection } from './workspace-section.tsx'

/** Shows the settings, one section at a time. Every change takes effect immediately. */
export default function SettingsPage() {
  const section = sectionOf(useParams({ strict: false }).section)
  const api = useApi()
  const settings = useQuery(settingsQuery(api))
  const scroll = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another section begins at its top.
  useEffect(() => {
    if (scroll.current) scroll.current.scrollTop = 0
  }, [section])

  // Hidden sections stay mounted, so that they keep their drafts.
  const part = (id: SectionId, content: ReactNode) => (
    <div className={css.part} hidden={id !== section} data-section={id}>
      {content}
    </div>
  )
  const { data } = settings
  const of = (content: ReactNode) =>
    content ?? <QueryPlaceholder query={settings} label={copy.loading} isPage />
  return (
    <>
      <TitleRow title={copy.title} />
      <div className={css.page}>
        <nav className={css.nav} aria-label={copy.navigation}>
          <ul>
            {sectionIds.map((id) => (
              <li key={id}>
                <Link
                  to="/settings/$section"
                  params={{ section: id }}
                  className={css.link}
                  aria-current={id === section ? 'page' : undefined}
                >
                  {copy.sections[id]}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <div ref={scroll} className={css.scroll}>
          {part(
            'general',
            <>
              {of(data && <GeneralSection settings={data} />)}
              <AboutSection />
            </>,
          )}
          {part('receiving', of(data && <ReceivingSection settings={data} />))}
          {part('storage', of(data && <StorageSection settings={data} />))}
          {part(
            'workspace',
            <>
              <WorkspaceSection />
              <NoteTextSection />
              <ApiDifferencesSection />
            </>,
          )}
          {part('agents', <AgentsSection />)}
        </div>
      </div>
    </>
  )
}

function AboutSection() {
  const { data: info } = useQuery(appInfo(useApi()))
  if (!info) return null
  return (
    <Section title={copy.about.title(info.name)}>
      <KeyValue>
        <Fact name={copy.about.version}>{info.version}</Fact>
        <Fact name={copy.about.runs}>{copy.about.host(info.host, info.platform)}</Fact>
        <Fact
          name={copy.about.dataFolder}
          action={<CopyButton text={info.dataFolder} label={copy.about.copyDataFolder} />}
        >
          <code>{info.dataFolder}</code>
        </Fact>
      </KeyValue>
    </Section>
  )
}
