import { KeptEnd } from '#ui/text/kept-end.tsx'
import { portAtEnd } from '#ui/text/short-name.ts'
import { VisibleText } from '#ui/text/visible-text.tsx'

/** Shows a receiver's name. If the name is an address, a narrow column keeps its port. */
export function ReceiverName({ name }: { readonly name: string }) {
  const port = portAtEnd(name)
  return port === '' ? (
    <VisibleText text={name} />
  ) : (
    <KeptEnd start={name.slice(0, -port.length)} end={port} />
  )
}
