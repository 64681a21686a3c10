import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import { Button, type PopoverProps, type TooltipProps } from 'react-aria-components'
import { WithTooltip } from './tooltip.tsx'

const Details = lazy(() => import('./details.tsx'))

/** A button that opens details beside it. The code for the details is loaded on the first press. */
export function DetailsButton({
  label,
  className,
  detailsClassName,
  placement,
  tooltip = null,
  place,
  details,
  children,
}: {
  readonly label: string
  readonly className: string | undefined
  readonly detailsClassName: string | undefined
  readonly placement: NonNullable<PopoverProps['placement']>
  readonly tooltip?: { readonly text: string; readonly placement: TooltipProps['placement'] } | null
  readonly place?: string
  readonly details: (close: () => void) => ReactNode
  readonly children: ReactNode
}) {
  const trigger = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [wasOpened, setOpened] = useState(false)
  const [lastPlace, setLastPlace] = useState(place)
  if (lastPlace !== place) {
    setLastPlace(place)
    setOpen(false)
  }
  const button = (
    <Button
      ref={trigger}
      className={className ?? ''}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      onPress={() => {
        setOpened(true)
        setOpen(true)
      }}
    >
      {children}
    </Button>
  )
  return (
    <>
      {tooltip === null ? (
        button
      ) : (
        <WithTooltip text={tooltip.text} placement={tooltip.placement}>
          {button}
        </WithTooltip>
      )}
      {wasOpened ? (
        <Suspense>
          <Details
            trigger={trigger}
            isOpen={isOpen}
            onOpenChange={setOpen}
            placement={placement}
            label={label}
            className={detailsClassName}
          >
            {details(() => setOpen(false))}
          </Details>
        </Suspense>
      ) : null}
    </>
  )
}
