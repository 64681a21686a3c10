import { VisibleText, visibleText } from './visible-text.tsx'

/** A name in a sentence that should fit on one line. A long name is truncated, and the tooltip shows it in full. */
export function ShortName({ text }: { readonly text: string }) {
  return (
    <span title={visibleText(text)}>
      <VisibleText text={shortName(text)} />
    </span>
  )
}

export function shortName(name: string): string {
  const letters = [...name]
  return letters.length <= most
    ? name
    : `${letters
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`
}

const most = 28
