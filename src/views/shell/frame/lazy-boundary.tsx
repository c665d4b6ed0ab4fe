import { Component, type ReactNode, Suspense } from 'react'

type Props = {
  /** What is shown later, once its code is here, could not be fetched. */
  onFailed: (error: Error) => void
  /** Shown until then. */
  fallback?: ReactNode
  children: ReactNode
}

/** Parts that are loaded when they are first shown. One that does not come leaves the rest as it was. */
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
