/** The part of a Markdown tree (mdast) that is touched here. */
interface Node {
  type: string
  value?: string
  children?: Node[]
  checked?: boolean | null
}

/**
 * Tables (`| a | b |`) and tasks (`- [ ] a`), which are not in plain Markdown but in most notes. A paragraph that is a table
 * becomes one, whatever stands in its cells; a paragraph that only looks a little like one stays as it is.
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

/** Needs a head, then a line of dashes with as many cells; a row with fewer or more is made to fit. */
function tableOf(paragraph: Node): Node | null {
  const [head, dashes, ...body] = rowsOf(paragraph.children ?? [])
  if (!head || !dashes || dashes.length !== head.length || head.length < 2) return null
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
