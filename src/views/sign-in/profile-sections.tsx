import '@/commands/notifications/preferences.commands'
import { useQueryClient } from '@tanstack/react-query'
import { Mail } from 'lucide-react'
import { type RefObject, useMemo, useRef, useState } from 'react'
import { Link } from 'wouter'
import { navigate } from 'wouter/use-browser-location'
import type { Flow, FlowNode } from '@/api/sign-in/flow'
import { sessions } from '@/api/account/sessions'
import { capital } from '@/shared/format'
import { profilePage, signInPaths } from '@/shared/pages/sign-in'
import { addReturnTo } from '@/lib/sign-in/add-return-to'
import { resolveReturnTo } from '@/lib/sign-in/return-to'
import { useTimeout } from '../../ui/hooks'
import { announce } from '../../ui/voice'
import { CommandButton } from '../shared/commands/command-button'
import { useConsole } from '../shared/console'
import { recordNavigation } from '../shared/page/first-page'
import { ExpiryWarning } from './expiry'
import { inputFields } from './flow-body'
import { FlowForm, flowHasErrors, formIdentity } from './flow-form'
import { FlowStage } from './flow-stage'
import { MessageList } from './messages'
import { type SessionList, SessionsSection } from './sessions'
import css from './sign-in.module.css'
import { TokensSection } from './tokens'
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
            {section.title}
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
      {missing.length === 0 && <NotificationsSection />}
      {missing.length === 0 && <AccessTokensSection />}
      {missing.length === 0 && (
        <section className={css.section} data-width="list" aria-label="Sessions">
          <h2 className={css.heading}>Sessions</h2>
          <SessionsSection list={list} />
        </section>
      )}
    </>
  )
}

/** Only the embedded backend stores how people want to be notified. */
function NotificationsSection() {
  const { environment } = useConsole()
  if (environment.deployment?.backend !== 'embedded') return null
  return (
    <section className={css.section} aria-label="Notifications">
      <h2 className={css.heading}>Notifications</h2>
      <p>Choose where notifications for you are sent, your quiet hours and digests.</p>
      <div>
        <CommandButton call="notification.preferences" />
      </div>
    </section>
  )
}

/** Only the embedded backend has tokens of its own accounts. */
function AccessTokensSection() {
  const { environment } = useConsole()
  if (environment.deployment?.backend !== 'embedded') return null
  return (
    <section className={css.section} data-width="list" aria-label="Access tokens">
      <h2 className={css.heading}>Access tokens</h2>
      <TokensSection />
    </section>
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
  useTimeout(SHOWN_MS, () => setGone(flow), flow)
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

/** A notice about an unverified address to which a code was sent, with a link to enter the code. */
function UnverifiedAddress({ flow }: { flow: Flow }) {
  if (flow.unverified === undefined) return null
  const started = flow.continueWith.find(({ action }) => action === 'show_verification_ui')?.flow?.id
  // Without a flow in this response, the page prompts for the address again.
  const page =
    started === undefined ? signInPaths.verification : `${signInPaths.verification}?flow=${encodeURIComponent(started)}`
  return (
    <p className={css.message} data-tone="info">
      <Mail size={15} strokeWidth={1.9} aria-hidden="true" />
      <span>
        A code was sent to {flow.unverified}, which is not verified yet.{' '}
        <Link className={css.go} href={addReturnTo(page, profilePage.path)}>
          Verify the address
        </Link>
      </span>
    </p>
  )
}

type ProfileSection = {
  /** The heading, and the name of the region. */
  title: string
  groups: readonly string[]
}

/** Named as specified, in the order of setup: the password, second factors, and the codes for lost second factors. */
const knownSections: readonly ProfileSection[] = [
  { title: 'Profile Settings', groups: ['profile'] },
  { title: 'Change Password', groups: ['password'] },
  { title: 'Manage 2FA TOTP Authenticator App', groups: ['totp'] },
  { title: 'Manage Hardware Tokens and Biometrics', groups: ['webauthn', 'passkey'] },
  { title: 'Manage 2FA Backup Recovery Codes', groups: ['lookup_secret'] },
  { title: 'Manage Social Sign In', groups: ['oidc'] },
]

/** The sections with nodes in this flow; each unknown group gets its own at the end. */
function findProfileSections(nodes: readonly FlowNode[]): ProfileSection[] {
  const groups = new Set(nodes.map(({ group }) => group))
  const known = knownSections.map((section) => ({
    ...section,
    groups: section.groups.filter((group) => groups.has(group)),
  }))
  const named = new Set([...knownSections.flatMap((section) => section.groups), 'default'])
  const others = [...groups]
    .filter((group) => !named.has(group))
    .map((group) => ({ title: titled(group), groups: [group] }))
  return [...known.filter((section) => section.groups.length > 0), ...others]
}

const titled = (group: string) => capital(group.replaceAll('_', ' '))
