import { Check, CircleHelp, CircleX, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { VerificationTrace } from '#shared/deliveries/model.ts'
import { CodeBlock } from '#ui/code/code-block.tsx'
import { Badge } from '#ui/status/status-pill.tsx'
import { PagedList } from '#ui/text/paged-list.tsx'
import textCss from '#ui/text/text.module.css'
import { VisibleText } from '#ui/text/visible-text.tsx'
import detail from '../../../../nouns/deliveries/detail/delivery-detail.module.css'
import { verification as copy, signatures } from '../copy.ts'
import css from './verification-view.module.css'

type Tone = 'ok' | 'warn' | 'danger' | 'unknown'

/** Shows step by step how the verdict was reached (specification, sections 5.6 and 5.7). Contains no secret. */
export function VerificationView({ trace }: { readonly trace: VerificationTrace }) {
  const headers = Object.entries(trace.headers)
  const wellFormed = headers.every(([, state]) => state === 'present')
  const signature = signatures[trace.signature]
  return (
    <div className={detail.view}>
      <ol className={css.steps}>
        <Step tone={wellFormed ? 'ok' : 'danger'} title={copy.headersTitle}>
          {headers.map(([name, state]) => (
            <div key={name} className={css.entry}>
              <code>{name}</code>
              <Badge tone={state === 'present' ? 'neutral' : 'danger'}>{state}</Badge>
            </div>
          ))}
        </Step>
        <Step tone={trace.signedPrefix === null ? 'unknown' : 'ok'} title={copy.signedTitle}>
          <p className={textCss.note}>{copy.signed(trace.bodyBytes)}</p>
          {trace.signedPrefix === null ? null : (
            <CodeBlock label={copy.signedLabel} text={trace.signedPrefix} />
          )}
        </Step>
        <Step tone={signatureTones[trace.signature]} title={signature.title}>
          <p className={textCss.note}>{signature.text}</p>
          {trace.entries.some(({ text }) => /[,;"']/.test(text)) ? (
            <p className={textCss.note}>{copy.separators}</p>
          ) : null}
          <PagedList items={trace.entries} name={copy.entries}>
            {(shown, first) =>
              shown.map(({ version, text, matches }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the entries of one header never move
                <div key={first + index} className={css.entry}>
                  <Badge tone={matches ? 'neutral' : 'danger'}>
                    {entryLabel(version, matches, trace.signature)}
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
      <Step tone="unknown" title={copy.ageUnknownTitle}>
        <p className={textCss.note}>{copy.ageUnknown}</p>
      </Step>
    )
  }
  return (
    <Step tone={age.judgement === 'fresh' ? 'ok' : 'warn'} title={copy.ageTitles[age.judgement]}>
      <p className={textCss.note}>{copy.age(age.seconds, age.toleranceSeconds)}</p>
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
  const Icon = icons[tone]
  return (
    <li className={css.step}>
      <span className={css.mark} data-tone={tone}>
        <Icon size={14} strokeWidth={tone === 'ok' ? 2.25 : 1.75} aria-hidden />
      </span>
      <div>
        <p className={css.stepTitle}>{title}</p>
        {children}
      </div>
    </li>
  )
}

const icons = { ok: Check, warn: TriangleAlert, danger: CircleX, unknown: CircleHelp } as const

const signatureTones: Readonly<Record<VerificationTrace['signature'], Tone>> = {
  valid: 'ok',
  mismatch: 'danger',
  'no-supported-version': 'danger',
  unjudged: 'unknown',
}

function entryLabel(version: string, matches: boolean, signature: VerificationTrace['signature']): string {
  if (matches) return copy.entryMatches
  if (version !== 'v1') return copy.entryOtherVersion
  return signature === 'unjudged' ? copy.entryUnjudged : copy.entryDiffers
}
