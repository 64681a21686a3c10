import { useRef, useState } from 'react'
import { Button } from '#ui/controls/button.tsx'
import { TextField } from '#ui/controls/text-field.tsx'
import stackCss from '#ui/layout/stack.module.css'
import { form as copy } from './copy.ts'
import css from './receiver-form.module.css'

/** A field for certificates as PEM text, either pasted or from a file. */
export function CaField({
  value,
  error,
  onChange,
}: {
  readonly value: string
  readonly error: string | undefined
  readonly onChange: (pem: string) => void
}) {
  const file = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const read = async (chosen: File) => {
    if (chosen.size > longest) return setProblem(copy.caTooLarge)
    try {
      const text = await chosen.text()
      if (!text.includes('-----BEGIN CERTIFICATE-----')) return setProblem(copy.caNotText)
      setProblem(null)
      onChange(text)
    } catch {
      setProblem(copy.caUnreadable)
    }
  }
  return (
    <div className={css.group}>
      <TextField
        label={copy.ca}
        multiline
        mono
        placeholder={copy.caPlaceholder}
        description={copy.caText}
        value={value}
        onChange={(pem) => {
          setProblem(null)
          onChange(pem)
        }}
        error={problem ?? error}
        autoComplete="off"
        className={css.ca}
      />
      <Button size="small" className={stackCss.start} onPress={() => file.current?.click()}>
        {copy.caFile}
      </Button>
      <input
        ref={file}
        type="file"
        accept=".pem,.crt,.cer,application/x-pem-file"
        hidden
        aria-label={copy.caFile}
        onChange={(event) => {
          const chosen = event.currentTarget.files?.[0]
          // Clears the field, because the browser would otherwise fire no event if the user chose the same file again.
          event.currentTarget.value = ''
          if (chosen) void read(chosen)
        }}
      />
    </div>
  )
}

const longest = 65_536
