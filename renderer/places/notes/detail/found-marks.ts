import { type RefObject, useEffect } from 'react'
import { bestPlace, type Place, placesInText } from '../table/matches.ts'

/** Maximum length of the text that is searched, in UTF-16 code units, and number of marks. */
const longest = 200_000
const mostMarks = 500

/**
 * Marks the words of a search in the text of an element, and scrolls once to the place where most of them are near. The marks
 * are highlights of the browser, so that they change no elements. The text may still be loading.
 */
export function useFoundMarks(element: RefObject<HTMLElement | null>, words: readonly string[]): void {
  useEffect(() => {
    const { current } = element
    if (!current || words.length === 0) return
    let isShown = false
    const mark = () => {
      const { text, rangeOf } = textOf(current)
      const found = placesInText(text, words).slice(0, mostMarks)
      highlights()?.set(name, new Highlight(...found.map(rangeOf)))
      const best = bestPlace(found)
      if (isShown || best === undefined) return
      isShown = true
      reveal(rangeOf(best), current)
    }
    mark()
    const observer = new MutationObserver(mark)
    observer.observe(current, { childList: true, subtree: true, characterData: true })
    return () => {
      observer.disconnect()
      highlights()?.delete(name)
    }
  }, [element, words])
}

/** Must match the name in `base.css`. */
const name = 'found'

/** Older browsers have no highlights. */
const highlights = () => (typeof Highlight === 'undefined' ? undefined : CSS.highlights)

/** Returns the text of an element, and the range of the document for a place in it. Words don't continue in another block. */
function textOf(element: HTMLElement) {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  const nodes: { readonly node: Node; readonly from: number }[] = []
  let text = ''
  let block: Element | null = null
  for (let node = walker.nextNode(); node && text.length < longest; node = walker.nextNode()) {
    const next = node.parentElement?.closest(blocks) ?? null
    if (block !== next) text += '\n'
    block = next
    nodes.push({ node, from: text.length })
    text += node.textContent ?? ''
  }
  const pointAt = (at: number, isEnd: boolean) => {
    const last = nodes.findLast(({ from }) => (isEnd ? from < at : from <= at)) ?? nodes[0]
    return [last?.node ?? element, at - (last?.from ?? 0)] as const
  }
  const rangeOf = ({ range: [from, to] }: Place) => {
    const range = document.createRange()
    range.setStart(...pointAt(from, false))
    range.setEnd(...pointAt(to, true))
    return range
  }
  return { text, rangeOf }
}

const blocks = 'p, li, h1, h2, h3, td, th, pre, blockquote, div, section'

function reveal(range: Range, element: HTMLElement): void {
  const scroller = element.closest('article')
  if (!scroller) return
  const { top, bottom } = range.getBoundingClientRect()
  const view = scroller.getBoundingClientRect()
  if (top >= view.top && bottom <= view.bottom) return
  scroller.scrollTop += top - view.top - view.height / 3
}
