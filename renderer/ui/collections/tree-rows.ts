export interface TreeNode {
  readonly key: string
  readonly label: string
  readonly children: readonly TreeNode[]
}

export interface TreeRow<Node extends TreeNode> {
  readonly node: Node
  readonly level: number
  readonly position: number
  readonly siblings: number
  readonly parent: string | null
  /** `null` if the node has no children. */
  readonly expanded: boolean | null
}

/** Returns the rows that are visible with the given open nodes. Not recursive, so that deep trees are safe. */
export function treeRows<Node extends TreeNode>(
  nodes: readonly Node[],
  isOpen: (key: string) => boolean,
): readonly TreeRow<Node>[] {
  const rows: TreeRow<Node>[] = []
  const pending: Omit<TreeRow<Node>, 'expanded'>[] = []
  const push = (children: readonly Node[], level: number, parent: string | null) => {
    for (let index = children.length - 1; index >= 0; index -= 1) {
      const node = children[index]
      if (node) pending.push({ node, level, parent, position: index + 1, siblings: children.length })
    }
  }
  push(nodes, 1, null)
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { children } = next.node
    const expanded = children.length === 0 ? null : isOpen(next.node.key)
    rows.push({ ...next, expanded })
    if (expanded) push(children as readonly Node[], next.level + 1, next.node.key)
  }
  return rows
}

/** Returns the keys of all nodes whose label contains `text`, and of their ancestors. */
export function treeMatches(nodes: readonly TreeNode[], text: string): ReadonlySet<string> {
  const wanted = text.toLocaleLowerCase()
  const found = new Set<string>()
  const parents = new Map<string, string | null>()
  const pending: { readonly node: TreeNode; readonly parent: string | null }[] = []
  for (const node of nodes) pending.push({ node, parent: null })
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { node, parent } = next
    parents.set(node.key, parent)
    if (node.label.toLocaleLowerCase().includes(wanted)) {
      for (let at: string | null = node.key; at !== null && !found.has(at); at = parents.get(at) ?? null) {
        found.add(at)
      }
    }
    for (const child of node.children) pending.push({ node: child, parent: node.key })
  }
  return found
}

/** Returns the tree reduced to the nodes in `keep`, which must include their ancestors. */
export function prunedTree<Node extends TreeNode>(
  nodes: readonly Node[],
  keep: ReadonlySet<string>,
): readonly Node[] {
  const roots: Node[] = []
  const pending = [{ from: nodes, into: roots }]
  for (let next = pending.pop(); next; next = pending.pop()) {
    for (const node of next.from) {
      if (!keep.has(node.key)) continue
      const children: Node[] = []
      next.into.push({ ...node, children })
      pending.push({ from: node.children as readonly Node[], into: children })
    }
  }
  return roots
}
