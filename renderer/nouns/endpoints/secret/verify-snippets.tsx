import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { CodeBlock } from '#ui/code/code-block.tsx'
import { Button } from '#ui/controls/button.tsx'
import { Select } from '#ui/controls/select.tsx'
import csharp from '../../../../resources/snippets/verify.cs?raw'
import go from '../../../../resources/snippets/verify.go?raw'
import java from '../../../../resources/snippets/verify.java?raw'
import node from '../../../../resources/snippets/verify.mjs?raw'
import php from '../../../../resources/snippets/verify.php?raw'
import python from '../../../../resources/snippets/verify.py?raw'
import ruby from '../../../../resources/snippets/verify.rb?raw'
import { snippets as copy } from './copy.ts'
import css from './verify-snippets.module.css'

const snippets = { node, python, go, ruby, php, java, csharp } as const

const languages = [
  { value: 'node', label: 'Node' },
  { value: 'python', label: 'Python' },
  { value: 'go', label: 'Go' },
  { value: 'ruby', label: 'Ruby' },
  { value: 'php', label: 'PHP' },
  { value: 'java', label: 'Java' },
  { value: 'csharp', label: 'C#' },
] as const satisfies readonly { readonly value: keyof typeof snippets; readonly label: string }[]

/** Shows receiver code that verifies deliveries (specification, section 5.6). Contains no secret. */
export function VerifySnippets() {
  const [open, setOpen] = useState(false)
  const [language, setLanguage] = useState<keyof typeof snippets>('node')
  const label = languages.find(({ value }) => value === language)?.label ?? ''
  return (
    <div className={css.snippets}>
      <Button
        size="small"
        variant="quiet"
        className={css.open}
        icon={<ChevronRight size={14} aria-hidden data-open={open} />}
        aria-expanded={open}
        onPress={() => setOpen(!open)}
      >
        {copy.open}
      </Button>
      {open ? (
        <>
          <Select
            label={copy.language}
            className={css.language}
            options={languages}
            value={language}
            onChange={setLanguage}
          />
          <CodeBlock label={copy.codeFor(label)} text={snippets[language].trimEnd()} wrap={false} />
        </>
      ) : null}
    </div>
  )
}
