import { useEffect, useMemo, useRef, useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import type { Flow } from '../../api/flow'
import { returnTo } from '../../lib/return-to'
import { Button } from '../../ui/button'
import { say } from '../../ui/voice'
import { arrive } from '../shell/focus/arrival'
import { Expiry } from './expiry'
import { FlowForm, shapeOf } from './flow-form'
import { FlowStage } from './flow-stage'
import { Frame } from './frame'
import { leave } from './leave'
import { Messages } from './messages'
import { type Section, sectionsOf } from './sections'
import css from './sign-in.module.css'
import { Unverified } from './unverified'
import { type FlowPage, useFlow } from './use-flow'

/** Spec "Business constants": messages of the profile clear after ten seconds. What is wrong stays until it is right. */
const SHOWN_MS = 10_000

/** Somebody's own account: a form for each thing that can be changed about it. */
export const ProfileSettings = () => <SettingsPage page={useFlow('settings')} />

export function SettingsPage({ page }: { page: FlowPage }) {
  const { stage, back } = page
  const links = (
    <>
      <a href={returnTo(back, location.origin)}>Back to the console</a>
      <Button tone="bare" onPress={() => void leave(undefined)}>
        Sign out
      </Button>
    </>
  )
  return (
    <Frame title="Your profile" documentTitle="Profile Settings" links={links} width="wide" isRead>
      {stage.is === 'flow' ? (
        <Sections page={page} flow={stage.flow} said={stage.said} />
      ) : (
        <FlowStage page={page} label="Your profile" />
      )}
    </Frame>
  )
}

/** Frames in which a dialog that asked has gone, and the form is drawn anew. */
const SETTLED_AFTER = 30

/** Acts once focus is on nothing; what had it may be taken away some frames later. */
function whenLost(act: () => void, frames = SETTLED_AFTER): void {
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) act()
    else if (frames > 0) whenLost(act, frames - 1)
  })
}

/** Somebody was let in by a code: what is missing is a password of their own. The number is Kratos's. */
const RECOVERED = 1060001

type Props = { page: FlowPage; flow: Flow; said: string | undefined }

export function Sections({ page, flow, said }: Props) {
  // Where something was sent last: what came of it is shown there.
  const [sent, setSent] = useState<string>()
  const heading = useRef<HTMLHeadingElement>(null)
  const messages = useMessages(flow, said)
  const [isRecovering] = useState(() => flow.messages.some(({ id }) => id === RECOVERED))
  const all = sectionsOf(flow.nodes)
  const missing = isRecovering ? all.filter(({ groups }) => groups.includes('password')) : []
  // One thing at a time: the rest is there whenever it is wanted.
  const sections = missing.length > 0 ? missing : all
  const isTold = sections.some(({ title }) => title === sent)

  // A form that was taken begins anew, and so does one of another shape; where focus was in it is gone.
  const version = useTaken(flow)
  const send = async (title: string, body: Parameters<FlowPage['send']>[0]) => {
    setSent(title)
    const came = await page.send(body)
    if (missing.length > 0 && came.is === 'shown' && came.flow.state === 'success') {
      say('Your password is set.')
      arrive()
      navigate(returnTo(page.back, location.origin), { replace: true })
      return came
    }
    whenLost(() => heading.current?.focus())
    return came
  }

  return (
    <>
      {!isTold && <Messages messages={messages} isFocusTaken />}
      <Expiry expiresAt={flow.expiresAt} onRestart={page.restart} />
      {sections.map((section) => (
        <section key={section.title} className={css.section} aria-label={section.title}>
          <h2 ref={section.title === sent ? heading : undefined} tabIndex={-1} className={css.heading}>
            {section.title}
          </h2>
          {section.title === sent && <Messages messages={messages} isFocusTaken={!hasErrors(flow)} />}
          {section.groups.includes('profile') && <Unverified flow={flow} />}
          {formsOf(section, flow).map(({ group, nodes }) => (
            <FlowForm
              key={`${group} ${flow.id} ${shapeOf(nodes)} ${version}`}
              label={section.title}
              nodes={nodes}
              typed={page.typed}
              isFocused={missing.length > 0}
              send={(body) => send(section.title, body)}
            />
          ))}
        </section>
      ))}
    </>
  )
}

const hasErrors = ({ messages }: Flow) => messages.some(({ type }) => type === 'error')

const formsOf = ({ groups }: Section, { nodes }: Flow) =>
  groups.map((group) => ({ group, nodes: nodes.filter((node) => node.group === group || node.group === 'default') }))

/** Counts the answers that took what was sent. */
function useTaken(flow: Flow): number {
  const [seen, setSeen] = useState({ flow, count: 0 })
  if (seen.flow === flow) return seen.count
  const count = seen.count + (flow.state === 'success' ? 1 : 0)
  setSeen({ flow, count })
  return count
}

/** What a flow says, for ten seconds. */
function useMessages(flow: Flow, said: string | undefined) {
  const [gone, setGone] = useState<Flow>()
  useEffect(() => {
    const timer = setTimeout(() => setGone(flow), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [flow])
  const isGone = gone === flow
  return useMemo(() => {
    const all = [...(said === undefined ? [] : [{ type: 'error' as const, text: said }]), ...flow.messages]
    return isGone ? all.filter(({ type }) => type === 'error') : all
  }, [flow, said, isGone])
}
