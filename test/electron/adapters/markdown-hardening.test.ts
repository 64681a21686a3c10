import fc from 'fast-check'
import MarkdownIt from 'markdown-it'
import type { Nodes } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'
import { expect, test } from 'vitest'
import { hardenMarkdown } from '../../../electron/adapters/markdown-hardening.ts'
import { hostileTexts } from '../../support/hostile-text.ts'
import { property } from '../../support/runs.ts'

/** A second parser, which also reads HTML. */
const second = new MarkdownIt({ html: true, linkify: false })
second.validateLink = () => true

const hostileParts = [
  ...hostileTexts,
  '<script src="https://evil.example/x.js"></script>',
  '<div>\n![x](https://evil.example/a.png)\n</div>',
  '<!-- <img src=x> -->',
  '<a\nhref="javascript:alert(1)">x</a>',
  '![a](https://evil.example/a.png)',
  '!![a](https://evil.example/a.png)',
  '![![a](b.png)](c.png)',
  '[![a](https://evil.example/a.png)](https://example.com)',
  '![a][ref]\n\n[ref]: https://evil.example/a.png',
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt&colon;alert(1))',
  '[x](  javascript:alert(1) "t")',
  '[x](<java\tscript:alert(1)>)',
  '[x](obsidian://open?vault=a)',
  '[x](file:///etc/passwd)',
  '[x](../secret.md)',
  '[x](data:text/html;base64,PHNjcmlwdD4=)',
  '[x][y]\n\n[y]: javascript:alert(1)',
  '<javascript:alert(1)>',
  'xmpp:a@b.example',
  '```dataviewjs\ndv.pages()\n```',
  '~~~ templater x\nrun()\n~~~',
  '> ```dataview\n> LIST\n> ```',
  '- a\n\n  ```js {.run}\n  x\n  ```',
  '    ```dataviewjs\n    x',
  '`$= dv.pages()`',
  '`` $= dv.pages() ``',
  '<% tp.system.prompt() %>',
  '`<% tp.x %>`',
  '\\<% x %>',
  '[^1]\n\n[^1]: <b>x</b>',
  '| a | b |\n|---|---|\n| <b>x</b> | ![a](b.png) |',
  '* [ ] <input onfocus=alert(1)>',
  '</div><div',
  '<![CDATA[x]]>',
  '<?php x ?>',
  '```',
  '\\![a](b)',
  '[a]: <javascript:x>',
]

const parse = (text: string) =>
  fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] })

function violationsOf(node: Nodes): string[] {
  const inner = 'children' in node ? node.children.flatMap(violationsOf) : []
  switch (node.type) {
    case 'html':
    case 'image':
    case 'imageReference':
      return [node.type, ...inner]
    case 'link':
    case 'definition':
      return /^(https?:\/\/|mailto:)/i.test(node.url) ? inner : [`link ${node.url}`, ...inner]
    case 'code':
      return /dataview|templater/.test(node.lang ?? '')
        ? [`code ${node.lang}`]
        : node.value.includes('<%')
          ? ['<%']
          : []
    case 'inlineCode':
      return /^\s*\$=/.test(node.value) || node.value.includes('<%') ? ['inline code'] : []
    default:
      return inner
  }
}

function violationsBySecond(text: string): string[] {
  const all = second.parse(text, {}).flatMap((token) => [token, ...(token.children ?? [])])
  return all.flatMap((token) => {
    const href = token.type === 'link_open' ? String(token.attrGet('href')) : null
    if (href !== null && !/^(https?:\/\/|mailto:)/i.test(href)) return [`link ${href}`]
    if (token.type.startsWith('html_') || token.type === 'image') return [token.type]
    return token.type === 'fence' && /dataview|templater/.test(token.info) ? [token.info] : []
  })
}

const notes = fc
  .array(
    fc.oneof(
      fc.constantFrom(...hostileParts),
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom('\n', ' ', '*', '`', '<', '[', ']('),
    ),
    {
      minLength: 1,
      maxLength: 12,
    },
  )
  .chain((parts) => fc.constantFrom('\n\n', '\n', ' ', '').map((between) => parts.join(between)))

test('hardened Markdown contains no HTML, images, code that vaults run or unsafe links', () => {
  const check = (text: string) => {
    const safe = hardenMarkdown(text)
    expect(violationsOf(parse(safe)), safe).toEqual([])
    expect(violationsBySecond(safe), safe).toEqual([])
    expect(safe.includes('<%')).toBe(false)
    expect(hardenMarkdown(safe)).toBe(safe)
  }
  for (const part of hostileParts) check(part)
  fc.assert(fc.property(notes, check), property())
})

const harmless = [
  '# Budget\n\nMara: *agreed*, **done**, ~~no~~.',
  '- one\n- two\n  1. three\n\n> quoted\n\n---',
  '[site](https://example.com/a_(b)?q=1#x "t") and <https://example.com> and www.example.com and a@example.com',
  '| a | b |\n| :-- | --: |\n| 1 | 2 |',
  '- [x] task\n- [ ] open',
  '```ts\nconst a = 1 < 2\n```\n\n    indented <b>\n\n`a < b && c`',
  'a < b and c > d, 5 &lt; 6, &amp; \\*not\\*',
  'Footnote[^1]\n\n[^1]: Text with [link](mailto:a@example.com)',
  'Line one  \nline two\\\nline three',
  '日本語と😀 and ünïcode',
]

test('hardening Markdown does not change harmless text', () => {
  for (const text of harmless) expect(hardenMarkdown(text)).toBe(text)
  const words = fc.stringMatching(/^[A-Za-z0-9 ,.;:!?'"()äöüß-]{0,60}$/)
  const texts = fc
    .array(fc.oneof(fc.constantFrom(...harmless), words), { maxLength: 8 })
    .map((all) => all.join('\n\n'))
  fc.assert(
    fc.property(texts, (text) => {
      expect(hardenMarkdown(text)).toBe(text)
    }),
    property(),
  )
})

test.each([
  ['<b>bold</b>', '&lt;b>bold&lt;/b>'],
  ['![chart](https://example.com/a.png)', '[chart](https://example.com/a.png)'],
  ['[x](javascript:alert(1))', '\\[x](javascript:alert(1))'],
  ['```dataviewjs\ndv.pages()\n```', '```text\ndv.pages()\n```'],
  ['`$= dv.pages()`', '`$ = dv.pages()`'],
])('hardening changes the Markdown %j to %j', (text, safe) => {
  expect(hardenMarkdown(text)).toBe(safe)
})
