import { Component, type ReactNode } from 'react'

interface BoundaryProps {
  /** Value that the children render. When it changes, rendering is tried again. */
  readonly of: unknown
  readonly fallback: (failure: { readonly error: unknown; readonly onRetry: () => void }) => ReactNode
  readonly children: ReactNode
}

interface BoundaryState {
  readonly failed: { readonly error: unknown } | null
  readonly of: unknown
}

/** Catches a render error of its children, so that one bad item does not break the page. */
export class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { failed: null, of: this.props.of }

  static getDerivedStateFromError(error: unknown): Partial<BoundaryState> {
    return { failed: { error } }
  }

  static getDerivedStateFromProps({ of }: BoundaryProps, state: BoundaryState): BoundaryState | null {
    return Object.is(of, state.of) ? null : { failed: null, of }
  }

  override render(): ReactNode {
    const { failed } = this.state
    if (failed === null) return this.props.children
    return this.props.fallback({ error: failed.error, onRetry: () => this.setState({ failed: null }) })
  }
}
