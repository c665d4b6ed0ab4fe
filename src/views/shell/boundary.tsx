import { Component, type ErrorInfo, type ReactNode } from 'react'
import { Landmark } from '../../ui/landmark'
import { Button } from '../../ui/button'
import { Notice } from '../../ui/notice'

type Props = { children: ReactNode; onCaught(error: Error, info: ErrorInfo): void }

/** Around each route: a view that fails to draw leaves the shell usable. */
export class Boundary extends Component<Props, { error: Error | undefined }> {
  override state = { error: undefined as Error | undefined }

  static getDerivedStateFromError(error: unknown) {
    return { error: error instanceof Error ? error : new Error(String(error)) }
  }

  override componentDidCatch(error: Error, info: ErrorInfo) {
    this.props.onCaught(error, info)
  }

  override render() {
    const { error } = this.state
    if (!error) return this.props.children
    return (
      <Landmark as="main" label="Error" id="main">
        <h1 className="visually-hidden">Error</h1>
        <Notice
          tone="bad"
          title="Sorry.. there was an error"
          actions={
            <Button tone="primary" onPress={() => this.setState({ error: undefined })}>
              Try again
            </Button>
          }
        >
          {error.message}
        </Notice>
      </Landmark>
    )
  }
}
