import { FileText, Play, Square } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import type { ReceiverCheck } from '#shared/checks/contract.ts'
import type { CheckReport } from '#shared/checks/model.ts'
import { jsonOf } from '#shared/checks/reports/json.ts'
import { junitOf } from '#shared/checks/reports/junit.ts'
import { markdownOf } from '#shared/checks/reports/markdown.ts'
import { Button } from '#ui/controls/button.tsx'
import { copyText } from '#ui/feedback/copy-text.ts'
import stackCss from '#ui/layout/stack.module.css'
import { Menu, MenuItem } from '#ui/overlays/menu.tsx'
import textCss from '#ui/text/text.module.css'
import { useSaveText } from '../exports/use-save-text.ts'
import css from './checks.module.css'
import { copy, formats, type ReportFormat } from './copy.ts'

interface CheckBarProps {
  readonly check: ReceiverCheck
  /** Shows the secret that signs the deliveries. */
  readonly signing: ReactNode
  readonly isStarting: boolean
  readonly isStopping: boolean
  /** Whether the receiver's address still needs approval. */
  readonly isBlocked: boolean
  readonly onStart: (only?: readonly number[]) => void
  readonly onStop: (jobId: string) => void
}

/** Starts and stops a run, and saves or copies its report. */
export function CheckBar(props: CheckBarProps) {
  const { check, signing, isStarting, isStopping, isBlocked, onStart, onStop } = props
  const { running, last, before } = check
  const main = useRef<HTMLButtonElement>(null)
  const failed = last?.results.filter(({ state }) => state === 'failed').map(({ number }) => number) ?? []
  return (
    <div className={css.bar}>
      {/* Uses one button for both, so that it keeps the focus when a run starts and ends. */}
      <Button
        ref={main}
        icon={running ? <Square size={12} aria-hidden /> : <Play size={14} aria-hidden />}
        pending={running ? isStopping : isStarting}
        isDisabled={isBlocked && running === null}
        onPress={() => (running ? onStop(running.jobId) : onStart())}
      >
        {running ? copy.stop : last ? copy.again : copy.start}
      </Button>
      {running === null && failed.length > 0 ? (
        <Button
          pending={isStarting}
          isDisabled={isBlocked}
          onPress={() => {
            main.current?.focus()
            onStart(failed)
          }}
        >
          {copy.failedOnly}
        </Button>
      ) : null}
      {isBlocked ? <span className={textCss.muted}>{copy.approve}</span> : null}
      {running === null ? (
        <span className={css.signer}>
          <span className={textCss.muted} aria-hidden>
            {copy.signedWith}
          </span>
          {signing}
        </span>
      ) : null}
      <span className={stackCss.grow} />
      {last && running === null ? <Report report={last} before={before} /> : null}
    </div>
  )
}

function Report({ report, before }: { readonly report: CheckReport; readonly before: CheckReport | null }) {
  const save = useSaveText()
  const texts: Readonly<Record<ReportFormat, () => string>> = {
    markdown: () => markdownOf(report, before),
    json: () => jsonOf(report),
    junit: () => junitOf(report),
  }
  const copyAs = (format: ReportFormat) => copyText(texts[format](), copy.copied(formats[format]))
  const saveAs = (format: ReportFormat) =>
    save({ title: copy.fileName, extension: extensions[format], text: texts[format]() })
  const all = Object.keys(formats) as ReportFormat[]
  return (
    <Menu
      label={copy.report}
      trigger={<Button icon={<FileText size={14} aria-hidden />}>{copy.report}</Button>}
    >
      {all.map((format) => (
        <MenuItem key={format} onAction={() => saveAs(format)}>
          {copy.saveAs(formats[format])}
        </MenuItem>
      ))}
      {all.map((format) => (
        <MenuItem key={`copy-${format}`} onAction={() => copyAs(format)}>
          {copy.copyAs(formats[format])}
        </MenuItem>
      ))}
    </Menu>
  )
}

const extensions = { markdown: 'md', json: 'json', junit: 'xml' } as const
