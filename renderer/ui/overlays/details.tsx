import type { ReactNode, RefObject } from 'react'
import { Dialog, type PopoverProps } from 'react-aria-components'
import { Popover } from './popover.tsx'

export default function Details({
  trigger,
  isOpen,
  onOpenChange,
  placement,
  label,
  className,
  children,
}: {
  readonly trigger: RefObject<HTMLElement | null>
  readonly isOpen: boolean
  readonly onOpenChange: (isOpen: boolean) => void
  readonly placement: NonNullable<PopoverProps['placement']>
  readonly label: string
  readonly className: string | undefined
  readonly children: ReactNode
}) {
  return (
    <Popover triggerRef={trigger} isOpen={isOpen} onOpenChange={onOpenChange} placement={placement}>
      <Dialog className={className ?? ''} aria-label={label}>
        {children}
      </Dialog>
    </Popover>
  )
}
