import { useQuery } from '@tanstack/react-query'
import { CopyButton } from '#ui/controls/copy-button.tsx'
import { Fact, KeyValue } from '#ui/text/key-value.tsx'
import { appInfo } from '../../app/app-info.ts'
import { useApi } from '../../host/client.ts'
import { copy } from './copy.ts'
import { Section } from './section.tsx'

export function AboutSection() {
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
