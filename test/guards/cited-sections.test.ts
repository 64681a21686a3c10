import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { sourcesBelow } from './specifiers.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const lines = readFileSync(join(root, 'shared/service-api.md'), 'utf8').split('\n')

interface Cite {
  readonly section: string
  /** The resource, operation or field, if the comment names one. */
  readonly part: string | undefined
}

const cites = ['shared', 'electron', 'renderer'].flatMap((folder) =>
  sourcesBelow(join(root, folder)).flatMap(({ path, content }) =>
    citesIn(content).map((cite) => ({ ...cite, path: `${folder}/${path}` })),
  ),
)

describe('citations of the specification', () => {
  test('finds the code’s references to sections of the specification', () => {
    expect(cites.length).toBeGreaterThan(100)
    expect(cites.some(({ part }) => part !== undefined)).toBe(true)
  })

  test.each(cites)('section $section $part, which $path cites, exists', (cite) => {
    expect(isThere(cite)).toBe(true)
  })

  test('rejects a reference to a section or part that does not exist', () => {
    const [chapter, part] = citesIn('(section 12) and section 4, *GET /v2/notes*')
    expect(chapter && isThere(chapter)).toBe(false)
    expect(part && isThere(part)).toBe(false)
    expect(citesIn('(RFC 9110, section 10.2.3)')).toEqual([])
  })
})

/** Returns every citation in a file. Skips a `section 3` that follows another document's name. */
function citesIn(content: string): readonly Cite[] {
  const text = content.replace(/\s*\n\s*(?:\*|\/\/)\s*/g, ' ')
  const numbers = String.raw`\d+(?:\.\d+)*`
  const pattern = new RegExp(
    String.raw`(RFC \d+|FTS5|WHATWG [A-Za-z]+)?(?:, )?\b[Ss]ections? (${numbers}(?:(?:, | and |, and )${numbers})*)(?:, \*([^*]+)\*)?`,
    'g',
  )
  return [...text.matchAll(pattern)].flatMap(([, other, sections = '', part]) =>
    other === undefined ? sections.split(/, and |, | and /).map((section) => ({ section, part })) : [],
  )
}

function isThere({ section, part }: Cite): boolean {
  const start = lines.findIndex((line) => new RegExp(`^#+ ${section.replaceAll('.', '\\.')}\\.? `).test(line))
  if (start < 0 || part === undefined) return start >= 0
  const rest = lines.slice(start + 1)
  const end = rest.findIndex((line) => line.startsWith('## '))
  const chapter = end < 0 ? rest : rest.slice(0, end)
  return chapter.some((line) => line.startsWith(`### ${part}`) || line.includes(`\`${part}\``))
}
