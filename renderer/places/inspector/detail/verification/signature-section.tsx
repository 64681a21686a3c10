import { Check, Minus, X } from 'lucide-react'
import type { DeliveryDetail } from '#shared/deliveries/model.ts'
import { VisibleText, visibleText } from '#ui/text/visible-text.tsx'
import { VisuallyHidden } from '#ui/text/visually-hidden.tsx'
import css from '../../../../nouns/deliveries/detail/delivery-detail.module.css'
import { signature as copy } from '../copy.ts'

type Outcome = 'valid' | 'invalid' | 'unchecked'

export function SignatureSection({
  delivery,
}: {
  readonly delivery: Pick<DeliveryDetail, 'headers' | 'trace'>
}) {
  const { trace, headers } = delivery
  const outcomes = {
    'webhook-id': trace.headers['webhook-id'] === 'present' ? 'valid' : 'invalid',
    'webhook-timestamp':
      trace.headers['webhook-timestamp'] !== 'present' ||
      (trace.age !== null && trace.age.judgement !== 'fresh')
        ? 'invalid'
        : trace.age === null
          ? 'unchecked'
          : 'valid',
    'webhook-signature':
      trace.signature === 'valid' ? 'valid' : trace.signature === 'unjudged' ? 'unchecked' : 'invalid',
  } as const
  return (
    <section className={css.signature} aria-label={copy.title}>
      <h3 className={css.sectionTitle}>{copy.title}</h3>
      <dl className={css.signed}>
        {names.map((name) => {
          const state = trace.headers[name]
          const value = headers.find(([known]) => known.toLowerCase() === name)?.[1].slice(0, 200)
          return (
            <div key={name} className={css.signedRow}>
              <dt>{name}</dt>
              <dd title={value === undefined ? undefined : visibleText(value)}>
                {value === undefined ? null : <VisibleText text={value} />}
                {state === 'present' ? null : <span className={css.faint}> {copy.problems[state]}</span>}
                {name === 'webhook-timestamp' && trace.age !== null ? (
                  <span className={css.faint}> {copy.age(trace.age.seconds)}</span>
                ) : null}
              </dd>
              <Mark outcome={outcomes[name]} />
            </div>
          )
        })}
      </dl>
    </section>
  )
}

const names = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const

function Mark({ outcome }: { readonly outcome: Outcome }) {
  const Icon = icons[outcome]
  return (
    <dd className={css.signedMark} data-outcome={outcome}>
      <Icon size={14} strokeWidth={2.25} aria-hidden />
      <VisuallyHidden>{copy[outcome]}</VisuallyHidden>
    </dd>
  )
}

const icons = { valid: Check, invalid: X, unchecked: Minus } as const
