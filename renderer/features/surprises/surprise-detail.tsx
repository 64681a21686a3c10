import type { SurpriseSeen } from '#shared/workspaces/api-difference.ts'
import { CopyButton } from '#ui/controls/copy-button.tsx'
import { Detail, DetailText, DetailTitle } from '#ui/layout/detail.tsx'
import { Fact, KeyValue } from '#ui/text/key-value.tsx'
import { TimeText } from '#ui/text/time-text.tsx'
import { VisibleText } from '#ui/text/visible-text.tsx'
import { kindWords, surpriseText, timesWords } from './surprise-words.ts'
import css from './surprises-page.module.css'

/** What was seen at one place, beside what was assumed there. */
export function SurpriseDetail({
  seen,
  onClose,
  alone,
}: {
  readonly seen: SurpriseSeen
  readonly onClose: () => void
  /** The list is not beside it. */
  readonly alone: boolean
}) {
  const { name, samples } = kindWords[seen.kind]
  return (
    <Detail id="surprise-detail" label="Surprise" onClose={onClose} alone={alone} of={seen.id}>
      <DetailText>
        <header className={css.head}>
          <div>
            <DetailTitle text={seen.where} />
            <p className={css.kindName}>{name}</p>
          </div>
          <CopyButton text={surpriseText(seen)} label="Copy this surprise">
            Copy
          </CopyButton>
        </header>
        <section className={css.part} aria-label="What was seen">
          <h3 className={css.partTitle}>What was seen</h3>
          <KeyValue>
            <Fact name={samples}>
              <ul className={css.list}>
                {seen.samples.map((sample) => (
                  <li key={sample}>
                    <code>
                      <VisibleText text={sample} />
                    </code>
                  </li>
                ))}
              </ul>
            </Fact>
            <Fact name="How often">{timesWords(seen.times)}</Fact>
            <Fact name="Last">
              <TimeText iso={seen.lastSeenAt} show="exact" />
            </Fact>
            <Fact name="First">
              <TimeText iso={seen.firstSeenAt} show="exact" />
            </Fact>
          </KeyValue>
        </section>
        <section className={css.part} aria-label="What was assumed">
          <h3 className={css.partTitle}>What Notehook had assumed</h3>
          <p>{seen.assumed}</p>
          <p className={css.cite}>Specification of the service, section {seen.section}.</p>
        </section>
        <section className={css.part} aria-label="What it does">
          <h3 className={css.partTitle}>What it does all the same</h3>
          <p>{seen.handled}</p>
        </section>
      </DetailText>
    </Detail>
  )
}
