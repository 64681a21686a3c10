import { splitVisible } from './visible-text.tsx'

/** The part of a Markdown tree (mdast) that is touched here. */
interface Node {
  type: string
  value?: string
  children?: Node[]
  checked?: boolean | null
  data?: { readonly hName: string }
}

/** So many levels are shown; what is nested deeper is shown on the last of them. */
const deepest = 12

/** No text nests elements without end: neither the stack nor the screen has room for them. */
export function boundedNesting() {
  return (tree: Node) => {
    const pending = [{ node: tree, depth: 0 }]
    for (let next = pending.pop(); next; next = pending.pop()) {
      const { node, depth } = next
      if (!node.children) continue
      if (depth >= deepest) node.children = node.type === 'list' ? allItems(node) : unwrapped(node)
      for (const child of node.children)
        pending.push({ node: child, depth: depth + (nesting.has(child.type) ? 1 : 0) })
    }
  }
}

const nesting = new Set(['blockquote', 'list', 'emphasis', 'strong', 'link', 'linkReference'])

/** The items of a list and, each behind the one it is in, those of the lists in it. */
function allItems({ children = [] }: Node): Node[] {
  const left: Node[] = []
  const pending = children.toReversed()
  for (let item = pending.pop(); item; item = pending.pop()) {
    const { children: content = [] } = item
    left.push({ ...item, children: content.filter(({ type }) => type !== 'list') })
    for (const { type, children: items = [] } of content.toReversed())
      if (type === 'list') for (const inner of items.toReversed()) pending.push(inner)
  }
  return left
}

/** The children, each that nests replaced by what is in it. */
function unwrapped({ children = [] }: Node): Node[] {
  const left: Node[] = []
  const pending = children.toReversed()
  for (let node = pending.pop(); node; node = pending.pop()) {
    if (!nesting.has(node.type) && node.type !== 'listItem') left.push(node)
    else for (const child of node.children?.toReversed() ?? []) pending.push(child)
  }
  return left
}

/** Marks the characters that cannot be seen as elements of their own, so that they are shown by their names. */
export function unseenCharacters() {
  return (tree: Node) => {
    const pending = [tree]
    for (let node = pending.pop(); node; node = pending.pop()) {
      if (!node.children) continue
      node.children = node.children.flatMap((child) =>
        child.type === 'text' ? unseenMarked(child) : [child],
      )
      pending.push(...node.children)
    }
  }
}

function unseenMarked(text: Node): Node[] {
  const parts = splitVisible(text.value ?? '')
  if (!parts.some(({ hidden }) => hidden)) return [text]
  return parts.map((part): Node => {
    const shown = { type: 'text', value: part.text }
    return part.hidden ? { type: 'unseen', children: [shown], data: { hName: 'mark' } } : shown
  })
}

/**
 * Tables (`| a | b |`) and tasks (`- [ ] a`), which are not in plain Markdown but in most notes. A paragraph that is a table
 * becomes one, whatever stands in its cells; a paragraph that only looks a little like one stays as it is, and so does one of
 * too many cells.
 */
export function tablesAndTasks() {
  return (tree: Node) => {
    const pending = [tree]
    for (let node = pending.pop(); node; node = pending.pop()) {
      if (node.type === 'listItem') markTask(node)
      node.children =
        node.children?.map((child) => (child.type === 'paragraph' ? (tableOf(child) ?? child) : child)) ?? []
      for (const child of node.children) if (child.children) pending.push(child)
    }
  }
}

function markTask(item: Node): void {
  const text = item.children?.[0]?.children?.[0]
  const box = text?.type === 'text' ? /^\[([ xX])\] /.exec(text.value ?? '') : null
  if (!text || !box) return
  item.checked = box[1] !== ' '
  text.value = text.value?.slice(box[0].length) ?? ''
}

const mostColumns = 100
const mostCells = 2_000

/** Needs a head, then a line of dashes with as many cells; a row with fewer or more is made to fit. */
function tableOf(paragraph: Node): Node | null {
  const [head, dashes, ...body] = rowsOf(paragraph.children ?? [])
  if (!head || !dashes || dashes.length !== head.length || head.length < 2) return null
  if (head.length > mostColumns || head.length * body.length > mostCells) return null
  if (!dashes.every((cell) => /^:?-+:?$/.test(plain(cell)))) return null
  const rows = [head, ...body].map((cells) => ({
    type: 'tableRow',
    children: head.map((_, column) => ({ type: 'tableCell', children: cells[column] ?? [] })),
  }))
  return { type: 'table', children: rows }
}

/** The inline nodes of a paragraph by line and cell: cut at line breaks and at `|`, without the ones at either end. */
function rowsOf(inline: readonly Node[]): Node[][][] {
  const rows: Node[][][] = [[[]]]
  for (const node of inline) {
    if (node.type !== 'text') {
      rows.at(-1)?.at(-1)?.push(node)
      continue
    }
    for (const part of (node.value ?? '').split(/(\n|\|)/)) {
      if (part === '\n') rows.push([[]])
      else if (part === '|') rows.at(-1)?.push([])
      else if (part !== '') rows.at(-1)?.at(-1)?.push({ type: 'text', value: part })
    }
  }
  return rows.map((cells) => {
    const from = isBlank(cells[0]) ? 1 : 0
    const to = cells.length > from + 1 && isBlank(cells.at(-1)) ? cells.length - 1 : cells.length
    return cells.slice(from, to)
  })
}

function isBlank(cell: readonly Node[] | undefined): boolean {
  return (cell ?? []).every(({ type, value }) => type === 'text' && value?.trim() === '')
}

function plain(cell: readonly Node[]): string {
  return cell
    .map(({ value }) => value ?? '')
    .join('')
    .trim()
}
