import { Component, type ErrorInfo, type ReactNode, useRef } from 'react'
import { Button } from '@/ui/button'
import { copyText } from '@/ui/copy-text'
import { useFocus } from '@/ui/hooks'
import { Landmark } from '@/ui/landmark'
import { Notice } from '@/ui/notice'
import css from './boundary.module.css'
import { useDocumentTitle } from './use-document-title'

type Props = { children: ReactNode; onCaught(error: Error, info: ErrorInfo): void }
type State = { caught: { error: Error; where: string } | undefined }

/** An error boundary around each route, so that the shell stays usable when a view throws while rendering. */
export class RouteErrorBoundary extends Component<Props, State> {
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
  /** React's component stack. */
  where?: string
  onRetry: () => void
}

/** Shown instead of a page that threw an error. */
export function ErrorScreen({ error, where = '', onRetry }: ScreenProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useDocumentTitle('Error')
  // The focused element was removed together with the page.
  useFocus(heading)
  return (
    <Landmark as="main" label="Error" id="main">
      <h1 ref={heading} tabIndex={-1} className="visually-hidden">
        Error
      </h1>
      <ErrorNotice error={error} where={where} onRetry={onRetry} />
    </Landmark>
  )
}

/**
 * Shows an error with its details and a retry.
 * @param isBrief shows only the message, without stack and causes
 */
export function ErrorNotice({ error, where = '', isBrief = false, onRetry }: ScreenProps & { isBrief?: boolean }) {
  const trace = traceOf(error)
  const details = [trace, where, location.href, navigator.userAgent].filter(Boolean).join('\n\n')
  return (
    <>
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
      {!isBrief && (
        <details className={css.details} open>
          <summary>Stack and cause</summary>
          {/* Focusable, so that keys can scroll it. */}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
          <pre role="group" aria-label="Stack and cause" tabIndex={0}>
            {trace}
          </pre>
        </details>
      )}
    </>
  )
}

/** The stack of an error, followed by the stacks of its causes. */
function traceOf(error: Error): string {
  const { cause } = error
  const own = error.stack ?? String(error)
  if (cause === undefined || cause === null) return own
  return `${own}\n\nCaused by: ${cause instanceof Error ? traceOf(cause) : formatCause(cause)}`
}

function formatCause(cause: unknown): string {
  if (typeof cause === 'string') return cause
  try {
    return JSON.stringify(cause, undefined, 2)
  } catch {
    return 'a value that cannot be serialized'
  }
}
