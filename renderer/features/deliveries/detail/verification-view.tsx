import { CircleCheck, CircleHelp, CircleX, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { VerificationTrace } from '#shared/deliveries/model.ts'
import { CodeBlock } from '#ui/code/code-block.tsx'
import { Badge } from '#ui/feedback/status-pill.tsx'
import { PagedList } from '#ui/text/paged-list.tsx'
import { VisibleText } from '#ui/text/visible-text.tsx'
import css from './delivery-detail.module.css'

type Tone = 'ok' | 'warn' | 'danger' | 'unknown'

/** How the verdict was reached, step by step (specification, sections 5.6 and 5.7). Holds no secret. */
export function VerificationView({ trace }: { readonly trace: VerificationTrace }) {
  const headers = Object.entries(trace.headers)
  const wellFormed = headers.every(([, state]) => state === 'present')
  const signature = signatureWords[trace.signature]
  return (
    <div className={css.view}>
      <ol className={css.steps}>
        <Step tone={wellFormed ? 'ok' : 'danger'} title="The three headers are there, once each">
          {headers.map(([name, state]) => (
            <div key={name} className={css.entry}>
              <code>{name}</code>
              <Badge tone={state === 'present' ? 'ok' : 'danger'}>{state}</Badge>
            </div>
          ))}
        </Step>
        <Step tone={trace.signedPrefix === null ? 'unknown' : 'ok'} title="What is signed">
          <p className={css.quiet}>
            The id, the time and the raw body, joined by dots: this, then the{' '}
            {trace.bodyBytes.toLocaleString()} bytes of the body.
          </p>
          {trace.signedPrefix === null ? null : (
            <CodeBlock label="the beginning of what is signed" text={trace.signedPrefix} />
          )}
        </Step>
        <Step tone={signature.tone} title={signature.title}>
          <p className={css.quiet}>{signature.words}</p>
          <PagedList items={trace.entries} name="Parts of the entries">
            {(shown, first) =>
              shown.map(({ version, text, matches }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the entries of one header never move
                <div key={first + index} className={css.entry}>
                  <Badge tone={matches ? 'ok' : 'neutral'}>
                    {entryWords(version, matches, trace.signature)}
                  </Badge>
                  <code>
                    <VisibleText text={version === '' ? text : `${version},${text}`} />
                  </code>
                </div>
              ))
            }
          </PagedList>
        </Step>
        <Age age={trace.age} />
      </ol>
    </div>
  )
}

function Age({ age }: { readonly age: VerificationTrace['age'] }) {
  if (age === null) {
    return (
      <Step tone="unknown" title="Its age is not known">
        <p className={css.quiet}>The webhook-timestamp header is not a time.</p>
      </Step>
    )
  }
  const seconds = Math.abs(age.seconds).toLocaleString()
  const words =
    age.seconds < 0 ? `It is ${seconds} s ahead of this clock.` : `It was ${seconds} s old when it arrived.`
  return (
    <Step
      tone={age.judgement === 'fresh' ? 'ok' : 'warn'}
      title={{ fresh: 'It is fresh', stale: 'It is too old', future: 'It is ahead of time' }[age.judgement]}
    >
      <p className={css.quiet}>
        {words} Tolerated are {age.toleranceSeconds.toLocaleString()} s, either way.
      </p>
    </Step>
  )
}

function Step({
  tone,
  title,
  children,
}: {
  readonly tone: Tone
  readonly title: string
  readonly children: ReactNode
}) {
  const Icon = marks[tone]
  return (
    <li className={css.step}>
      <span className={css.mark} data-tone={tone}>
        <Icon size={16} aria-hidden />
      </span>
      <div>
        <p className={css.stepTitle}>{title}</p>
        {children}
      </div>
    </li>
  )
}

const marks = { ok: CircleCheck, warn: TriangleAlert, danger: CircleX, unknown: CircleHelp } as const

const signatureWords: Readonly<
  Record<
    VerificationTrace['signature'],
    { readonly tone: Tone; readonly title: string; readonly words: string }
  >
> = {
  valid: {
    tone: 'ok',
    title: 'The signature holds',
    words: 'HMAC-SHA256 with this endpoint’s secret gives one of the entries.',
  },
  mismatch: {
    tone: 'danger',
    title: 'The signature does not fit',
    words: 'HMAC-SHA256 with this endpoint’s secret gives none of the entries.',
  },
  'no-supported-version': {
    tone: 'danger',
    title: 'No entry can be judged',
    words: 'Only entries of the version v1 are known, and there is none.',
  },
  unjudged: {
    tone: 'unknown',
    title: 'The signature was not judged',
    words: 'The secret of this endpoint was not at hand.',
  },
}

function entryWords(version: string, matches: boolean, signature: VerificationTrace['signature']): string {
  if (matches) return 'fits'
  if (version !== 'v1') return 'not v1'
  return signature === 'unjudged' ? 'not judged' : 'does not fit'
}
