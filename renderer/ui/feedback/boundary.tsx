import { Component, type ReactNode } from 'react'

interface BoundaryProps {
  /** When this value changes after an error, the children are rendered again. */
  readonly resetKey: unknown
  readonly fallback: (failure: { readonly error: unknown; readonly onRetry: () => void }) => ReactNode
  readonly children: ReactNode
}

interface BoundaryState {
  readonly failed: { readonly error: unknown } | null
  readonly resetKey: unknown
}

/** Catches render errors in its children, so that one bad item does not break the page. */
export class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { failed: null, resetKey: this.props.resetKey }

  static getDerivedStateFromError(error: unknown): Partial<BoundaryState> {
    return { failed: { error } }
  }

  static getDerivedStateFromProps({ resetKey }: BoundaryProps, state: BoundaryState): BoundaryState | null {
    return Object.is(resetKey, state.resetKey) ? null : { failed: null, resetKey }
  }

  override render(): ReactNode {
    const { failed } = this.state
    if (failed === null) return this.props.children
    return this.props.fallback({ error: failed.error, onRetry: () => this.setState({ failed: null }) })
  }
}
