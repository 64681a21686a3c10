import { splitVisible } from '../text/visible-text.tsx'

/** The properties of a Markdown tree (mdast) that are used here. */
interface Node {
  type: string
  value?: string
  children?: Node[]
  align?: readonly unknown[]
  position?: { readonly start: { readonly offset?: number }; readonly end: { readonly offset?: number } }
  data?: { readonly hName: string; readonly hProperties?: Readonly<Record<string, boolean>> }
}

/** Disables footnotes, because a footnote without a reference would be hidden. The source is shown instead. */
export function withoutFootnotes(this: { data(): object }) {
  const { micromarkExtensions } = this.data() as { micromarkExtensions?: unknown[] }
  micromarkExtensions?.push({
    disable: { null: ['gfmFootnoteCall', 'gfmFootnoteDefinition', 'gfmPotentialFootnoteCall'] },
  })
}

/** Maximum nesting depth. Deeper content is shown at this depth. */
const deepest = 12

/**
 * Maximum size of a table, because one line of Markdown can create more cells than a screen can show. Larger tables are shown as
 * their source.
 */
const mostColumns = 100
const mostCells = 2_000

/** Limits the nesting depth and the size of tables, because untrusted text could overflow the stack or the screen. */
export function bounded() {
  return (tree: Node, file: { toString(): string }) => {
    const pending = [{ node: tree, depth: 0 }]
    for (let next = pending.pop(); next; next = pending.pop()) {
      const { node, depth } = next
      if (!node.children) continue
      if (depth >= deepest) node.children = node.type === 'list' ? allItems(node) : unwrapped(node)
      node.children = node.children.map((child) => (isHugeTable(child) ? sourceOf(child, file) : child))
      for (const child of node.children)
        pending.push({ node: child, depth: depth + (nesting.has(child.type) ? 1 : 0) })
    }
  }
}

function isHugeTable({ type, align = [], children = [] }: Node): boolean {
  return type === 'table' && (align.length > mostColumns || align.length * children.length > mostCells)
}

function sourceOf({ position }: Node, file: { toString(): string }): Node {
  return { type: 'code', value: file.toString().slice(position?.start.offset, position?.end.offset) }
}

const nesting = new Set(['blockquote', 'list', 'emphasis', 'strong', 'delete', 'link', 'linkReference'])

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

function unwrapped({ children = [] }: Node): Node[] {
  const left: Node[] = []
  const pending = children.toReversed()
  for (let node = pending.pop(); node; node = pending.pop()) {
    if (!nesting.has(node.type) && node.type !== 'listItem') left.push(node)
    else for (const child of node.children?.toReversed() ?? []) pending.push(child)
  }
  return left
}

/** Marks numbers whose digits are grouped by spaces, so that they don't break across lines. */
export function wholeNumbers() {
  return (tree: Node) => eachText(tree, numbersMarked)
}

/** Matches at most five groups, so that a long row of digits can still break. */
const groupedNumber = /((?<!\d)\d{1,3}(?:[ \u2009]\d{3}){1,4}(?!\d))/

function numbersMarked(text: Node): Node[] {
  const parts = (text.value ?? '').split(groupedNumber)
  if (parts.length === 1) return [text]
  return parts.map((value, at): Node => {
    const shown = { type: 'text', value }
    const data = { hName: 'span', hProperties: { dataNumber: true } }
    return at % 2 === 1 ? { type: 'number', children: [shown], data } : shown
  })
}

/** Wraps invisible characters in elements, so that they are shown by name. */
export function unseenCharacters() {
  return (tree: Node) => eachText(tree, unseenMarked)
}

function eachText(tree: Node, replaced: (text: Node) => Node[]): void {
  const pending = [tree]
  for (let node = pending.pop(); node; node = pending.pop()) {
    if (!node.children) continue
    pending.push(...node.children)
    node.children = node.children.flatMap((child) => (child.type === 'text' ? replaced(child) : [child]))
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
