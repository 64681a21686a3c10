import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { AgentActivity } from '#shared/agents/contract.ts'
import { type AgentLevel, agentLevels, levelNames } from '#shared/agents/level.ts'
import { Button } from '#ui/controls/button.tsx'
import { Radio, RadioGroup } from '#ui/controls/radio-group.tsx'
import { QueryPlaceholder } from '#ui/feedback/query-placeholder.tsx'
import { TimeText } from '#ui/text/time-text.tsx'
import { VisibleText } from '#ui/text/visible-text.tsx'
import { useApi } from '../../host/client.ts'
import { agentActivity, agentsStatus, setAgentLevel, stopAgents } from '../../nouns/agents/queries.ts'
import tableCss from './api-differences/api-differences-section.module.css'
import { copy } from './copy.ts'
import sectionCss from './section.module.css'
import { Section } from './section.tsx'
import { SwitchSetting } from './setting.tsx'

const words = copy.agents

/** Lets the user choose what `notehook` and MCP clients may do, and lists what they did. */
export function AgentsSection() {
  const api = useApi()
  const cache = useQueryClient()
  const status = useQuery(agentsStatus(api))
  const change = useMutation(setAgentLevel(api, cache))
  if (!status.data) return <QueryPlaceholder query={status} label={copy.loading} isPage />
  const { level, until, content } = status.data
  return (
    <>
      <Section title={copy.sections.agents} description={words.description}>
        <RadioGroup
          label={words.level}
          value={level}
          onChange={(next) => change.mutate({ level: next as AgentLevel })}
        >
          {agentLevels.map((id) => (
            <Radio key={id} value={id} description={words.levels[id]}>
              {levelNames[id]}
            </Radio>
          ))}
        </RadioGroup>
        {until === null ? null : (
          <p className={sectionCss.detail}>
            {words.until} <TimeText iso={until} show="short" />
          </p>
        )}
        <SwitchSetting
          label={words.content}
          description={words.contentDescription}
          isSelected={content}
          onChange={(next) => change.mutate({ content: next })}
        />
      </Section>
      <Activity />
    </>
  )
}

const shownCalls = 100

function Activity() {
  const api = useApi()
  const { data: calls = [] } = useQuery(agentActivity(api))
  const { data: status } = useQuery(agentsStatus(api))
  const stop = useMutation(stopAgents(api))
  return (
    <Section title={words.activity} description={words.activityDescription}>
      {status && status.level !== 'off' ? (
        <div>
          <Button pending={stop.isPending} onPress={() => stop.mutate()}>
            {words.stop}
          </Button>
        </div>
      ) : null}
      {calls.length === 0 ? (
        <p className={sectionCss.detail}>{words.noActivity}</p>
      ) : (
        <table className={tableCss.table}>
          <thead>
            <tr>
              <th scope="col">{words.columns.at}</th>
              <th scope="col">{words.columns.caller}</th>
              <th scope="col">{words.columns.tool}</th>
              <th scope="col">{words.columns.outcome}</th>
            </tr>
          </thead>
          <tbody>
            {calls.slice(0, shownCalls).map((call) => (
              <CallRow key={call.id} of={call} />
            ))}
          </tbody>
        </table>
      )}
    </Section>
  )
}

function CallRow({
  of: { at, caller, tool, input, times, outcome, message },
}: {
  readonly of: AgentActivity
}) {
  return (
    <tr>
      <td>
        <TimeText iso={at} show="table" />
      </td>
      <td>
        “<VisibleText text={caller} />”
      </td>
      <td>
        <code>
          {tool} <VisibleText text={input === '{}' ? '' : input} />
        </code>
        {times === 1 ? null : ` ${words.times(times)}`}
      </td>
      <td className={tableCss.outcome}>
        {words.outcomes[outcome]}
        {message === null ? null : `. ${message}`}
      </td>
    </tr>
  )
}
