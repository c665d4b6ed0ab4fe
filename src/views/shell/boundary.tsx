import { Component, type ErrorInfo, type ReactNode, useEffect, useRef } from 'react'
import { Button } from '../../ui/button'
import { copyText } from '../../ui/copy-text'
import { Landmark } from '../../ui/landmark'
import { Notice } from '../../ui/notice'

type Props = { children: ReactNode; onCaught(error: Error, info: ErrorInfo): void }
type State = { caught: { error: Error; where: string } | undefined }

/** Around each route: a view that fails to draw leaves the shell usable. */
export class Boundary extends Component<Props, State> {
  override state: State = { caught: undefined }

  static getDerivedStateFromError(thrown: unknown): State {
    return { caught: { error: thrown instanceof Error ? thrown : new Error(String(thrown)), where: '' } }
  }

  override componentDidCatch(error: Error, info: ErrorInfo) {
    this.setState(({ caught }) => ({ caught: caught && { ...caught, where: info.componentStack ?? '' } }))
    this.props.onCaught(error, info)
  }

  override render() {
    const { caught } = this.state
    if (!caught) return this.props.children
    return <ErrorScreen {...caught} onRetry={() => this.setState({ caught: undefined })} />
  }
}

type ScreenProps = {
  error: Error
  /** Which components it was in. */
  where?: string
  onRetry: () => void
}

/** Instead of a page that could not be drawn. */
export function ErrorScreen({ error, where = '', onRetry }: ScreenProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = 'Error | Mission Control'
    // What had focus is gone with the page.
    heading.current?.focus()
  }, [])
  return (
    <Landmark as="main" label="Error" id="main">
      <h1 ref={heading} tabIndex={-1} className="visually-hidden">
        Error
      </h1>
      <ErrorNotice error={error} where={where} onRetry={onRetry} />
    </Landmark>
  )
}

/** What happened, and what can be done about it. */
export function ErrorNotice({ error, where = '', onRetry }: ScreenProps) {
  const details = [error.stack ?? String(error), where, location.href, navigator.userAgent].filter(Boolean).join('\n\n')
  return (
    <Notice
      tone="bad"
      title="Sorry.. there was an error"
      actions={
        <>
          <Button tone="primary" onPress={onRetry}>
            Try again
          </Button>
          <Button onPress={() => void copyText(details, 'the details')}>Copy details</Button>
        </>
      }
    >
      {error.message.trim() || 'Something went wrong'}
    </Notice>
  )
}
