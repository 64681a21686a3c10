import { useQuery } from '@tanstack/react-query'
import { CopyButton } from '#ui/controls/copy-button.tsx'
import { Fact, KeyValue } from '#ui/text/key-value.tsx'
import { appInfo } from '../../app/app-info.ts'
import { useApi } from '../../host/client.ts'
import { Section } from './section.tsx'

export function AboutSection() {
  const { data: info } = useQuery(appInfo(useApi()))
  if (!info) return null
  return (
    <Section title={`About ${info.name}`}>
      <KeyValue>
        <Fact name="Version">{info.version}</Fact>
        <Fact name="Runs">
          {info.host === 'desktop' ? 'in a window of its own' : 'in a browser'} ({info.platform})
        </Fact>
        <Fact name="Data folder" action={<CopyButton text={info.dataFolder} label="Copy the data folder" />}>
          <code>{info.dataFolder}</code>
        </Fact>
      </KeyValue>
    </Section>
  )
}
