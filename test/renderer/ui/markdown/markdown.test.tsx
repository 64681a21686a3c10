// @vitest-environment jsdom
import { expect, test } from 'vitest'
import Markdown from '#ui/markdown/markdown.tsx'
import { ExternalLinks } from '#ui/text/external-link.tsx'
import { eventually } from '../../../support/eventually.ts'
import { hostileTexts } from '../../../support/hostile-text.ts'
import { render } from '../../../support/render.tsx'

test.each(hostileTexts)(
  'renders the Markdown %j without scripts, forms or embedded content',
  async (text) => {
    const { place, remove } = await render(<Markdown text={`${text}\n\n- ${text}\n\n\`${text}\``} />)
    expect(place.querySelector('script, img, iframe, object, embed, form, svg:not([aria-hidden])')).toBeNull()
    for (const link of place.querySelectorAll('a')) expect(link.protocol).toBe('https:')
    for (const element of place.querySelectorAll('*')) {
      expect([...element.attributes].filter(({ name }) => name.startsWith('on'))).toEqual([])
    }
    await remove()
  },
)

test.each([
  '[x](javascript:alert(1))',
  '[x](data:text/html,hi)',
  '[x](http://plain.example.com)',
  '[x](//example.com)',
  '[x](file:///etc/passwd)',
])('renders the link %s as text', async (text) => {
  const { place, remove } = await render(<Markdown text={text} />)
  expect(place.querySelector('a')).toBeNull()
  expect(place.textContent).toBe('x')
  await remove()
})

test('opens https links of Markdown in another context without a referrer', async () => {
  const { place, remove } = await render(<Markdown text="[plan](https://example.com/plan)" />)
  const link = place.querySelector('a')
  expect(link?.getAttribute('href')).toBe('https://example.com/plan')
  expect(link?.rel).toBe('noopener noreferrer')
  expect(link?.target).toBe('_blank')
  await remove()
})

test('asks the desktop app to open a link in Markdown instead of following it', async () => {
  const opened: string[] = []
  const { place, remove } = await render(
    <ExternalLinks open={(url) => opened.push(url)}>
      <Markdown text="[plan](https://example.com/plan)" />
    </ExternalLinks>,
  )
  const click = new MouseEvent('click', { bubbles: true, cancelable: true })
  place.querySelector('a')?.dispatchEvent(click)
  expect(opened).toEqual(['https://example.com/plan'])
  expect(click.defaultPrevented).toBe(true)
  await remove()
})

test('renders an image in Markdown as a link', async () => {
  const { place, remove } = await render(<Markdown text="![chart](https://example.com/chart.png)" />)
  expect(place.querySelector('img')).toBeNull()
  expect(place.querySelector('a')?.textContent).toContain('chart')
  await remove()
})

test('renders a Markdown table with formatted cells', async () => {
  const { place, remove } = await render(
    <Markdown
      text={'| Who | Agrees |\n|---|:-:|\n| **Daniel** | yes `a\\|b` \\| c |\n| Nina |\n| a | b | c |'}
    />,
  )
  const rows = [...place.querySelectorAll('tr')].map((row) =>
    [...row.children].map((cell) => cell.textContent?.trim()),
  )
  expect(rows).toEqual([
    ['Who', 'Agrees'],
    ['Daniel', 'yes a|b | c'],
    ['Nina', ''],
    ['a', 'b'],
  ])
  expect(place.querySelector('td strong')?.textContent).toBe('Daniel')
  expect(place.querySelector('td:last-child')?.getAttribute('style')).toContain('center')
  await remove()
})

test.each([
  ['| Q1 |\n| --- |\n| 1 200 |', ['1 200']],
  ['from 1\u2009250\u2009000 to 12 000 in 2024', ['1\u2009250\u2009000', '12 000']],
  ['in 2024 100 of 3 200 and 1 2345', ['3 200']],
])('does not break a line of Markdown within a number: %j', async (text, numbers) => {
  const { place, remove } = await render(<Markdown text={text} />)
  expect([...place.querySelectorAll('[data-number]')].map(({ textContent }) => textContent)).toEqual(numbers)
  await remove()
})

test('renders text between tildes as struck through', async () => {
  const { place, remove } = await render(<Markdown text="Ship on ~~Monday~~ Tuesday" />)
  expect(place.querySelector('del')?.textContent).toBe('Monday')
  await remove()
})

test('turns only plain https URLs into links', async () => {
  const { place, remove } = await render(
    <Markdown text="See https://example.com/plan, http://example.com, www.example.com and me@example.com." />,
  )
  expect([...place.querySelectorAll('a')].map(({ href }) => href)).toEqual(['https://example.com/plan'])
  for (const word of ['http://example.com', 'www.example.com', 'me@example.com.'])
    expect(place.textContent).toContain(word)
  await remove()
})

test('renders Markdown footnotes as text', async () => {
  const { place, remove } = await render(
    <Markdown text={'Agreed.[^1]\n\n[^1]: By everyone.\n\n[^2]: Or not.'} />,
  )
  expect([...place.querySelectorAll('p')].map(({ textContent }) => textContent)).toEqual([
    'Agreed.[^1]',
    '[^1]: By everyone.',
    '[^2]: Or not.',
  ])
  await remove()
})

test.each([
  ['columns', `${'|a'.repeat(101)}\n${'|-'.repeat(101)}\n|b`],
  ['cells', `|a|b|\n|-|-|\n${'|c|d|\n'.repeat(1_001)}`.trim()],
])('shows a Markdown table with too many %s as its source', async (_name, text) => {
  const { place, remove } = await render(<Markdown text={`${text}\n\nThe rest.`} />)
  expect(place.querySelector('table')).toBeNull()
  expect(place.querySelector('pre')?.textContent?.trim()).toBe(text)
  await remove()
})

test.each(['a | b', 'a | b\nc | d', '| a | b |\n|---|', '---|---', '|'])(
  'renders %j as text instead of a table',
  async (text) => {
    const { place, remove } = await render(<Markdown text={text} />)
    expect(place.querySelector('table')).toBeNull()
    expect(place.textContent).toBe(text)
    await remove()
  },
)

test('renders whether a task in Markdown is done', async () => {
  const { place, remove } = await render(
    <Markdown text={'- [ ] **Noor**: ask\n- [x] measure\n- plain [ ] text'} />,
  )
  expect([...place.querySelectorAll('li')].map(({ textContent }) => textContent?.trim())).toEqual([
    'To do: Noor: ask',
    'Done: measure',
    'plain [ ] text',
  ])
  expect(place.querySelector('input')).toBeNull()
  await remove()
})

test.each([
  ['quotes', `${'>'.repeat(30)} end`],
  ['lists', Array.from({ length: 60 }, (_, level) => `${'  '.repeat(level)}- ${level}`).join('\n')],
  ['emphasis', `${'*_'.repeat(60)}end${'_*'.repeat(60)}`],
  ['strikes', `${'~_'.repeat(60)}end${'_~'.repeat(60)}`],
])('flattens %s in Markdown that are nested too deeply', async (_name, text) => {
  const { place, remove } = await render(<Markdown text={text} />)
  const depths = [...place.querySelectorAll('blockquote, ul, em, strong, del')].map((element) => {
    let depth = 0
    for (let at: Element | null = element; at && at !== place; at = at.parentElement)
      if (at.matches('blockquote, ul, em, strong, del')) depth += 1
    return depth
  })
  expect(Math.max(...depths)).toBeLessThanOrEqual(13)
  if (_name === 'lists') expect(place.querySelectorAll('li')).toHaveLength(60)
  expect(place.textContent?.replace(/\s+/g, ' ')).toContain(text.match(/\w+$/m)?.[0] ?? 'end')
  await remove()
})

test('names invisible characters in the text, links and images of Markdown', async () => {
  const { place, remove } = await render(
    <Markdown
      text={'a\u202Eb **c\u2066d** [e\u200Bf](https://example.com) ![g\u202Dh](https://example.com/i.png)'}
    />,
  )
  expect(place.textContent).not.toMatch(/[\u202a-\u202e\u2066-\u2069\u200b]/)
  for (const name of ['U+202E', 'U+2066', 'U+200B', 'U+202D']) expect(place.textContent).toContain(name)
  await remove()
})

test('shows only the first part of long Markdown until the user requests more', async () => {
  const { place, remove } = await render(<Markdown text={`${'A paragraph.\n\n'.repeat(10_000)}the-end`} />)
  expect(place.textContent).not.toContain('the-end')
  expect(place.querySelectorAll('p').length).toBeLessThan(5_000)
  // The component now updates without act(), as in a browser.
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false })
  place.querySelector('button')?.click()
  await eventually(() => expect(place.textContent).toContain('the-end'))
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  expect(place.querySelectorAll('p')).toHaveLength(10_001)
  expect(place.querySelector('button')).toBeNull()
  await remove()
})
