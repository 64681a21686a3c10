import type { Nodes, Root } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'
import type { HardenMarkdown } from '#core/platform/ports.ts'

/**
 * Makes Markdown from the service safe to open in any editor or vault:
 * - HTML is shown as text.
 * - Images become links, so that opening a note loads nothing.
 * - Links keep only http, https and mailto.
 * - The language of a code block becomes `text` unless it is well known, because vaults run some blocks.
 * - Commands of template and query plugins no longer work.
 *
 * Only these places change, at the offsets of the parsed text. All other bytes stay the same. An edit may turn text into new
 * markup, so the result is parsed again until nothing changes.
 */
export const hardenMarkdown: HardenMarkdown = (markdown) => {
  let text = markdown
  for (let pass = 0; pass < mostPasses; pass++) {
    const edits = [parse, parseWithoutExtensions].map((read) => editsOf(text, read(text)))
    const needed = edits.find(({ length }) => length > 0)
    if (needed === undefined) return text
    text = apply(text, needed)
  }
  return asCode(text)
}

/** Maximum number of passes. Text that needs more is hostile and becomes a code block. */
const mostPasses = 30

interface Edit {
  readonly from: number
  readonly to: number
  readonly text: string
}

function editsOf(text: string, root: Root): readonly Edit[] {
  const edits: Edit[] = []
  const visit = (node: Nodes) => {
    const from = node.position?.start.offset ?? 0
    const to = node.position?.end.offset ?? 0
    const edit = editOf(node, text.slice(from, to))
    if (edit) edits.push({ from: from + edit.from, to: from + edit.to, text: edit.text })
    // Children of an edited node are checked in the next pass.
    else if ('children' in node) for (const child of node.children) visit(child)
  }
  visit(root)
  return edits
}

/** Parses GitHub's Markdown. URLs without angle brackets stay text, because the parser doesn't return their offsets. */
const parse = (text: string): Root =>
  fromMarkdown(text, {
    extensions: [gfm(), { disable: { null: ['emailAutolink', 'protocolAutolink', 'wwwAutolink'] } }],
    mdastExtensions: gfmFromMarkdown().filter(({ transforms }) => transforms === undefined),
  })

/** Parses Markdown without GitHub's extensions. Editors that lack them treat a footnote as the target of a link. */
const parseWithoutExtensions = (text: string): Root => fromMarkdown(text)

/** Returns the edit of a node, with offsets from its start, or `null` if the node is safe. */
function editOf(node: Nodes, source: string): Edit | null {
  switch (node.type) {
    case 'html':
      return changed(source, source.replaceAll('<', '&lt;'))
    case 'image':
    case 'imageReference':
      return { from: 0, to: 1, text: '' }
    case 'link':
    case 'definition':
      return isSafe(node.url) ? null : literal
    case 'code':
      return codeEdit(source, node.lang ?? null)
    case 'inlineCode':
      return changed(source, source.replace(/^(`+\s*)\$=/, '$1$ =').replaceAll('<%', '< %'))
    case 'text':
      // Editors turn `xmpp:` addresses into links, as they do with http, https and mailto.
      return changed(source, source.replaceAll('<%', '&lt;%').replace(/xmpp:(?=\S)/gi, '$& '))
    default:
      return null
  }
}

const changed = (source: string, text: string): Edit | null =>
  source === text ? null : { from: 0, to: source.length, text }

/** Escapes the bracket that begins a link. */
const literal: Edit = { from: 0, to: 0, text: '\\' }

function isSafe(url: string): boolean {
  return /^(?:https?:\/\/|mailto:)/i.test(url) && !/[\p{Cc}\s]/u.test(url)
}

function codeEdit(source: string, language: string | null): Edit | null {
  const [line = '', fence = '', info = ''] = /^(`{3,}|~{3,})([^\r\n]*)/.exec(source) ?? []
  const safeInfo = language === null ? '' : languages.has(language.toLowerCase()) ? language : 'text'
  const body = source.slice(line.length)
  return changed(source, fence + (info.trim() === safeInfo ? info : safeInfo) + body.replaceAll('<%', '< %'))
}

const languages: ReadonlySet<string> = new Set(
  `bash c c++ clojure cpp cs csharp css csv dart diff elixir go graphql haskell html http ini java javascript js json jsonc jsx
  kotlin lua make markdown md objc perl php powershell py python r rb ruby rust scala scss sh shell sql swift text toml ts tsx txt
  typescript xml yaml yml zig`.split(/\s+/),
)

function apply(text: string, edits: readonly Edit[]): string {
  let result = ''
  let at = 0
  for (const edit of edits) {
    result += text.slice(at, edit.from) + edit.text
    at = edit.to
  }
  return result + text.slice(at)
}

function asCode(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/[`~]+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}text\n${text.replaceAll('<%', '< %')}\n${fence}\n`
}
