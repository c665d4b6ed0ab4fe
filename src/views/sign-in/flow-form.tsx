import { Fragment, type RefObject, useEffect, useRef, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { z } from 'zod/mini'
import type { FlowNode, Input } from '../../api/flow'
import { ConfirmDialog } from '../../ui/confirm'
import { Form, type Rejection } from '../../ui/form/form'
import { say } from '../../ui/voice'
import { bodyOf, buttonsOf, fieldsOf, initialOf, keptOf, keyOf, lackingOf, problemsOf, type Typed } from './body'
import { ButtonView, FieldView, NodeView } from './nodes'
import { Problems } from './problems'
import css from './sign-in.module.css'
import type { Sent } from './use-flow'
import { askForKey } from './webauthn'

type Props = {
  /** The accessible name of the form. */
  label: string
  /** The nodes of the form: those of its group, and those common to all forms. */
  nodes: readonly FlowNode[]
  /** Earlier input; the form updates it. */
  typed: RefObject<Typed>
  /** Whether its first field gets focus. */
  isFocused?: boolean
  send: (body: Readonly<Record<string, string | boolean>>) => Promise<Sent>
}

const values = z.record(z.string(), z.union([z.string(), z.boolean()]))

/** A form as described by the identity service. */
export function FlowForm({ label, nodes, typed, isFocused = false, send: sendBody }: Props) {
  // After success another form follows, so input of this one must not be kept any more.
  const isTaken = useRef(false)
  const send: Props['send'] = async (body) => {
    const sent = await sendBody(body)
    isTaken.current = sent.is === 'shown' && sent.flow.state === 'success'
    return sent
  }
  const groups = groupsOf(nodes)
  const buttons = buttonsOf(nodes)
  const primary = buttons.find(
    ({ name, type }) => type === 'submit' && (name === 'method' || name.endsWith('_confirm'))
  )

  const answer = async (sent: Sent): Promise<Rejection | void> => {
    if (sent.is === 'told') return { message: sent.message }
    const fields = sent.is === 'shown' ? problemsOf(sent.flow.nodes.filter(isIn(nodes))) : {}
    if (Object.keys(fields).length > 0) return { fields }
  }
  const submit = (given: Typed, element?: HTMLElement) => {
    // Enter in a field makes the browser press the first button, which may be one that removes something.
    const pressed =
      document.activeElement instanceof HTMLInputElement ? mainButtonOf(buttons) : pressedOf(buttons, element)
    if (!pressed) return
    if (pressed.trigger !== undefined) return trigger(pressed, given)
    const lacking = lackingOf(nodes, given, pressed)
    if (Object.keys(lacking).length > 0) return { fields: lacking }
    return isConfirmed(pressed).then((yes) => (yes ? send(bodyOf(nodes, given, pressed)).then(answer) : undefined))
  }
  const isConfirmed = (button: Input) =>
    removalEffects[button.name] === undefined
      ? Promise.resolve(true)
      : new Promise<boolean>((resolve) => setAsking({ button, resolve }))
  const close = (yes: boolean) => {
    asking?.resolve(yes)
    setAsking(undefined)
  }
  const [told, setTold] = useState<string>()
  const [asking, setAsking] = useState<{ button: Input; resolve: (yes: boolean) => void }>()
  const trigger = async (button: Input, given: Typed) => {
    if (button.trigger === undefined || button.trigger === 'unknown') return
    setTold(undefined)
    try {
      const credential = await askForKey(button.trigger, button.value)
      const target = button.trigger === 'oryWebAuthnLogin' ? 'webauthn_login' : 'webauthn_register'
      const body = bodyOf(nodes, given, { name: 'method', value: 'webauthn', group: button.group })
      const sent = await send({ ...body, [target]: credential })
      if (sent.is === 'told') announce(sent.message)
    } catch (error) {
      announce(error instanceof Error ? error.message : String(error))
    }
  }
  const announce = (message: string) => {
    setTold(message)
    say(message, { urgent: true })
  }

  const form = (
    <Form
      label={label}
      schema={values}
      defaultValues={initialOf(nodes, typed.current)}
      problems={problemsOf(nodes)}
      onSubmit={submit}
      actions={null}
    >
      <Problems fields={fieldsOf(nodes)} />
      <Keep nodes={nodes} typed={typed} isTaken={isTaken} isFocused={isFocused} />
      {groups.map(({ group, parts, isLater }) => (
        <Fragment key={group}>
          {isLater && (
            <p className={css.or} aria-hidden="true">
              or
            </p>
          )}
          {parts.map((part) =>
            Array.isArray(part) ? (
              <Buttons
                key={part.map(({ name, value }) => `${name} ${value}`).join()}
                buttons={part}
                told={part.some(({ type }) => type === 'button') ? told : undefined}
                primary={primary}
                onTrigger={(button, given) => void trigger(button, given)}
              />
            ) : part.is === 'input' ? (
              <FieldView key={part.name} input={part} />
            ) : (
              <NodeView key={part.id} node={part} />
            )
          )}
        </Fragment>
      ))}
    </Form>
  )
  return (
    <>
      {form}
      {asking && (
        <ConfirmDialog
          title={`${asking.button.label}?`}
          verb="delete"
          yes={asking.button.label}
          onCancel={() => close(false)}
          onConfirm={() => close(true)}
        >
          {removalEffects[asking.button.name]}
        </ConfirmDialog>
      )}
    </>
  )
}

/** The effects of buttons that make signing in less secure or impossible, by name; they need confirmation. */
const removalEffects: Readonly<Record<string, string>> = {
  totp_unlink: 'Signing in will not ask for a code of the app any more.',
  lookup_secret_disable: 'The codes that you kept will not work any more.',
  webauthn_remove: 'This key will not sign you in any more.',
  passkey_remove: 'This passkey will not sign you in any more.',
  unlink: 'That account will not sign you in any more.',
}

type ButtonsProps = {
  buttons: readonly Input[]
  primary: Input | undefined
  /** The result of a button that acts in the browser. */
  told: string | undefined
  onTrigger: (button: Input, given: Typed) => void
}

function Buttons({ buttons, primary, told, onTrigger }: ButtonsProps) {
  const { getValues } = useFormContext<Record<string, string | boolean>>()
  return (
    <div className={css.stack}>
      {told && (
        <p className={css.message} data-tone="error">
          {told}
        </p>
      )}
      {buttons.map((button) => (
        <ButtonView
          key={`${button.name} ${button.value}`}
          input={button}
          isPrimary={button === primary}
          onTrigger={(input) => onTrigger(input, getValues())}
        />
      ))}
    </div>
  )
}

type KeepProps = Pick<Props, 'nodes' | 'typed' | 'isFocused'> & { isTaken: RefObject<boolean> }

/** Keeps the input for a flow that starts over, and focuses the first empty field. */
function Keep({ nodes, typed, isTaken, isFocused }: KeepProps) {
  const { subscribe } = useFormContext()
  const here = useRef<HTMLSpanElement>(null)
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values: now }) => {
          if (!isTaken.current) typed.current = { ...typed.current, ...keptOf(nodes, now as Typed) }
        },
      }),
    [subscribe, nodes, typed, isTaken]
  )
  useEffect(() => {
    const fields = [...(here.current?.closest('form')?.querySelectorAll<HTMLInputElement>('input') ?? [])]
    if (isFocused) (fields.find(({ value }) => value === '') ?? fields[0])?.focus()
    // Only once: later, focus may have been moved.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])
  return <span ref={here} hidden />
}

const isIn = (nodes: readonly FlowNode[]) => {
  const names = new Set(fieldsOf(nodes).map(({ name }) => name))
  return (node: FlowNode) => node.is === 'input' && names.has(node.name)
}

/** The main button: the first that removes nothing, else one that acts in the browser. */
const mainButtonOf = (buttons: readonly Input[]): Input | undefined =>
  buttons.find(
    ({ type, isDisabled, name }) => type === 'submit' && !isDisabled && removalEffects[name] === undefined
  ) ?? buttons.find(({ trigger, isDisabled }) => trigger !== undefined && trigger !== 'unknown' && !isDisabled)

function pressedOf(buttons: readonly Input[], element: HTMLElement | undefined): Input | undefined {
  const able = buttons.filter(({ type, isDisabled }) => type === 'submit' && !isDisabled)
  return element instanceof HTMLButtonElement
    ? able.find(({ name, value }) => name === element.name && value === element.value)
    : able[0]
}

/** Consecutive buttons are one part. */
type Part = Exclude<FlowNode, Input> | Input | Input[]

/** The nodes common to all forms first, then group by group: usual ones first, others in the order of the service. */
function groupsOf(nodes: readonly FlowNode[]) {
  const names = [...new Set(nodes.map(({ group }) => group))].toSorted((a, b) => rank(a) - rank(b))
  let hasButtons = false
  return names.map((group) => {
    const own = nodes.filter((node) => node.group === group)
    const buttons = new Set<FlowNode>(buttonsOf(own))
    const fields = new Set<FlowNode>(fieldsOf(own))
    const parts: Part[] = []
    for (const node of own) {
      const last = parts.at(-1)
      if (node.is === 'input' && buttons.has(node)) {
        if (Array.isArray(last)) last.push(node)
        else parts.push([node])
      } else if (node.is !== 'input' || fields.has(node)) parts.push(node)
    }
    // A group that offers another way to do the same.
    const isLater = hasButtons && buttons.size > 0
    hasButtons ||= buttons.size > 0
    return { group, parts, isLater }
  })
}

const usual = ['default', 'profile', 'identifier_first', 'password', 'code']
const rank = (group: string) => (usual.includes(group) ? usual.indexOf(group) : usual.length)

/** Identifies a form: while it is the same, input and focus stay. */
export const shapeOf = (nodes: readonly FlowNode[]) =>
  fieldsOf(nodes)
    .map(({ name, type }) => `${keyOf(name)}:${type}`)
    .join(' ')
