import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import type { Flow } from '@/api/sign-in/flow'
import { sessions } from '@/api/account/sessions'
import { resolveReturnTo } from '@/lib/sign-in/return-to'
import { announce } from '../../ui/voice'
import { recordNavigation } from '../shared/page/first-page'
import { ExpiryWarning } from './expiry'
import { inputFields } from './flow-body'
import { FlowForm, flowHasErrors, formIdentity } from './flow-form'
import { FlowStage } from './flow-stage'
import { MessageList } from './messages'
import { type ProfileSection, findProfileSections } from './sections'
import { type SessionList, SessionsSection } from './sessions'
import css from './sign-in.module.css'
import { UnverifiedAddress } from './unverified'
import type { FlowPage, FlowState } from './use-flow'

/** Milliseconds that messages are shown, from "Business constants" in the specification. Errors stay until corrected. */
const SHOWN_MS = 10_000

/** Number of frames in which a confirmation closes and the form renders again. */
const SETTLED_AFTER = 30

/** Acts once nothing has focus, since the focused element may disappear some frames later. Gives up after `frames`. */
function whenLost(act: () => void, frames = SETTLED_AFTER): void {
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) act()
    else if (frames > 0) whenLost(act, frames - 1)
  })
}

/** Kratos's message id for a sign-in by recovery code, after which a new password is needed. */
const RECOVERED = 1060001

type Props = {
  page: FlowPage
  stage: FlowState
  /** The reason why the page was opened. */
  openingReason: string | undefined
  list: RefObject<SessionList | null>
}

export const ProfileSections = ({ stage, ...props }: Props) =>
  stage.is === 'flow' ? (
    <Sections {...props} flow={stage.flow} restartReason={stage.restartReason} />
  ) : (
    <FlowStage page={props.page} label="Your profile" />
  )

type SectionsProps = Omit<Props, 'stage'> & { flow: Flow; restartReason: string | undefined }

function Sections({ page, flow, restartReason, openingReason, list }: SectionsProps) {
  // The section whose form was sent last: it shows the messages.
  const [sent, setSent] = useState<string>()
  const heading = useRef<HTMLHeadingElement>(null)
  const queries = useQueryClient()
  const messages = useMessages(flow, restartReason, openingReason)
  const [isRecovering] = useState(() => flow.messages.some(({ id }) => id === RECOVERED))
  const all = findProfileSections(flow.nodes)
  const missing = isRecovering ? all.filter(({ groups }) => groups.includes('password')) : []
  // After a recovery only the password section is shown; the other sections follow.
  const sections = missing.length > 0 ? missing : all
  const isReported = sections.some(({ title }) => title === sent)

  // Counts successes, to reset forms; a reset removes the focused element.
  const version = useTaken(flow)
  const send = async (title: string, body: Parameters<FlowPage['send']>[0]) => {
    setSent(title)
    const came = await page.send(body)
    // Changing a sign-in method ends the sessions on other devices.
    if (came.is === 'shown' && came.flow.state === 'success') void queries.invalidateQueries({ queryKey: sessions.all })
    if (missing.length > 0 && came.is === 'shown' && came.flow.state === 'success') {
      announce('Your password is set.')
      recordNavigation()
      navigate(resolveReturnTo(page.back, location.origin), { replace: true })
      return came
    }
    whenLost(() => heading.current?.focus())
    return came
  }

  return (
    <>
      {!isReported && <MessageList messages={messages} isFocusTaken />}
      <ExpiryWarning expiresAt={flow.expiresAt} onRestart={page.restart} />
      {sections.map((section) => (
        <section key={section.title} className={css.section} aria-label={section.title}>
          <h2 ref={section.title === sent ? heading : undefined} tabIndex={-1} className={css.heading}>
            {section.heading}
          </h2>
          {section.title === sent && (
            <MessageList messages={messages} isFocusTaken={!flowHasErrors(flow) || hasFields(section, flow)} />
          )}
          {section.groups.includes('profile') && <UnverifiedAddress flow={flow} />}
          {formsOf(section, flow).map(({ group, nodes }) => (
            <FlowForm
              key={`${group} ${flow.id} ${formIdentity(nodes)} ${version}`}
              label={section.title}
              nodes={nodes}
              typed={page.typed}
              isFocused={missing.length > 0}
              send={(body) => send(section.title, body)}
            />
          ))}
        </section>
      ))}
      {missing.length === 0 && (
        <section className={css.section} data-width="list" aria-label="Sessions">
          <h2 className={css.heading}>Sessions</h2>
          <SessionsSection list={list} />
        </section>
      )}
    </>
  )
}

const hasFields = ({ groups }: ProfileSection, { nodes }: Flow) =>
  inputFields(nodes.filter(({ group }) => groups.includes(group))).length > 0

const formsOf = ({ groups }: ProfileSection, { nodes }: Flow) =>
  groups.map((group) => ({ group, nodes: nodes.filter((node) => node.group === group || node.group === 'default') }))

/** Counts the successful responses. */
function useTaken(flow: Flow): number {
  const [seen, setSeen] = useState({ flow, count: 0 })
  if (seen.flow === flow) return seen.count
  const count = seen.count + (flow.state === 'success' ? 1 : 0)
  setSeen({ flow, count })
  return count
}

/** The reason why the page opened and the messages of its flow. After ten seconds, only errors. */
function useMessages(flow: Flow, restartReason: string | undefined, openingReason: string | undefined) {
  const [first] = useState(flow)
  const [gone, setGone] = useState<Flow>()
  useEffect(() => {
    const timer = setTimeout(() => setGone(flow), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [flow])
  const isGone = gone === flow
  return useMemo(() => {
    const all = [
      ...(restartReason === undefined ? [] : [{ type: 'error' as const, text: restartReason }]),
      ...(openingReason === undefined || flow !== first ? [] : [{ type: 'info' as const, text: openingReason }]),
      ...flow.messages,
    ]
    return isGone ? all.filter(({ type }) => type === 'error') : all
  }, [flow, first, restartReason, openingReason, isGone])
}
