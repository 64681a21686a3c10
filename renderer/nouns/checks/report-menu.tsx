import type { ReactElement } from 'react'
import type { CheckReport } from '#shared/checks/model.ts'
import { jsonOf } from '#shared/checks/reports/json.ts'
import { junitOf } from '#shared/checks/reports/junit.ts'
import { markdownOf } from '#shared/checks/reports/markdown.ts'
import { copyText } from '#ui/feedback/copy-text.ts'
import { Menu, MenuItem } from '#ui/overlays/menu.tsx'
import { useSaveText } from '../exports/save-export.tsx'
import { copy, formats, type ReportFormat } from './copy.ts'

export function ReportMenu({
  report,
  before,
  trigger,
}: {
  readonly report: CheckReport
  readonly before: CheckReport | null
  readonly trigger: ReactElement
}) {
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
    <Menu label={copy.report} trigger={trigger}>
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
