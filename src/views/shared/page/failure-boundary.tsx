import { Component, type ReactNode } from 'react'

type Props = {
  /** Called when the code of a lazy part could not be loaded, or when the part throws. */
  onFailed: (error: Error) => void
  children: ReactNode
}

/** A boundary around menus, dialogs and other parts. If one fails, it is removed and the rest of the page stays. */
export class FailureBoundary extends Component<Props, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }
  override componentDidCatch(error: Error) {
    this.props.onFailed(error)
  }
  override render() {
    return this.state.hasFailed ? null : this.props.children
  }
}
