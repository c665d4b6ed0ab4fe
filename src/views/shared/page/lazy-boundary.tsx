import { Component, type ReactNode, Suspense } from 'react'

type Props = {
  /** Called when the code of a lazy part could not be loaded. */
  onFailed: (error: Error) => void
  fallback?: ReactNode
  children: ReactNode
}

/** A boundary around lazy components. If one cannot be loaded, the rest of the page stays. */
export class LazyBoundary extends Component<Props, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }
  override componentDidCatch(error: Error) {
    this.props.onFailed(error)
  }
  override render() {
    return this.state.hasFailed ? null : <Suspense fallback={this.props.fallback}>{this.props.children}</Suspense>
  }
}
