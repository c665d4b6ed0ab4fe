import { type ReactNode, useMemo } from 'react'
import type { Flow, FlowNode, FlowMessage } from '@/api/sign-in/flow'
import { Button } from '../../ui/button'
import { isHiddenNode } from './flow-body'
import { ExpiryWarning } from './expiry'
import { FlowForm, formIdentity } from './flow-form'
import { MessageList } from './messages'
import css from './sign-in.module.css'
import type { FlowPage } from './use-flow'

type Props = {
  page: FlowPage
  /** The accessible name of the form. */
  label: string
  /** The reason why the page was opened. Shown until the service returns messages. */
  openingReason?: string | undefined
  /** Renders the flow instead of one form with all nodes. */
  children?: ((flow: Flow) => ReactNode) | undefined
}

/** Shows the flow of a page in all its states. */
export function FlowStage({ page, label, openingReason, children }: Props) {
  const { stage, restart } = page
  switch (stage.is) {
    case 'loading':
      return <p className={css.waiting}>Loading…</p>
    case 'closed':
      return <MessageOnly type="info" text={stage.message} />
    case 'failed':
      return (
        <>
          <MessageOnly type="error" text={stage.message} />
          <Button className={css.wide} tone="primary" onPress={() => restart()}>
            Try again
          </Button>
        </>
      )
    case 'flow':
      return (
        <>
          <FlowMessages flow={stage.flow} restartReason={stage.restartReason} openingReason={openingReason} />
          <ExpiryWarning expiresAt={stage.flow.expiresAt} onRestart={restart} />
          {children ? (
            children(stage.flow)
          ) : (
            <WholeForm page={page} label={label} flowId={stage.flow.id} nodes={stage.flow.nodes} />
          )}
        </>
      )
  }
}

/** A message instead of a form. */
function MessageOnly({ type, text }: Pick<FlowMessage, 'type' | 'text'>) {
  const messages = useMemo(() => [{ type, text }], [type, text])
  return <MessageList messages={messages} isFocusTaken />
}

type FormProps = { page: FlowPage; label: string; flowId: string; nodes: readonly FlowNode[]; isFocused?: boolean }

export function WholeForm({ page, label, flowId, nodes, isFocused = true }: FormProps) {
  const isEmpty = nodes.every(isHiddenNode)
  if (isEmpty) return null
  return (
    <FlowForm
      key={`${flowId} ${formIdentity(nodes)}`}
      label={label}
      nodes={nodes}
      typed={page.typed}
      send={page.send}
      isFocused={isFocused}
    />
  )
}

const none: readonly FlowMessage[] = []

type MessagesProps = {
  flow: Flow
  /** The reason why this flow replaces another. */
  restartReason: string | undefined
  openingReason: string | undefined
}

function FlowMessages({ flow, restartReason, openingReason }: MessagesProps) {
  const messages = useMemo(() => {
    const own = [
      ...(restartReason === undefined ? none : [{ type: 'error' as const, text: restartReason }]),
      ...flow.messages,
    ]
    const isNews = openingReason !== undefined && own.every(({ type }) => type === 'info')
    return isNews ? [...own, { type: 'info' as const, text: openingReason }] : own
  }, [restartReason, openingReason, flow])
  return <MessageList messages={messages} isFocusTaken />
}
