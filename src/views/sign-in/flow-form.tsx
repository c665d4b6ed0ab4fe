import { Fragment, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { z } from 'zod/mini'
import type { Flow, FlowNode, FlowInput, FlowScalar } from '@/api/sign-in/flow'
import { ConfirmDialog } from '../../ui/confirm'
import { Form } from '../../ui/form/form'
import { type Rejection, useFormContextValue } from '../../ui/form/form-context'
import { announce } from '../../ui/voice'
import {
  buildFlowBody,
  validateFields,
  inputFields,
  initialFieldValues,
  isHiddenNode,
  reusableInput,
  fieldKey,
  serviceErrors,
  type FieldInput,
  type FlowFieldValue,
} from './flow-body'
import { groupNodes, findEnterButton, removalEffects } from './node-groups'
import { ButtonView, FieldView, NodeView } from './nodes'
import css from './sign-in.module.css'
import type { SendResult } from './use-flow'
import { requestSecurityKey } from './webauthn'

type Props = {
  /** The accessible name of the form. */
  label: string
  /** The nodes of the form: its group, and the nodes common to all forms. */
  nodes: readonly FlowNode[]
  /** Earlier input. The form updates it. */
  typed: RefObject<FieldInput>
  /** Whether the first field gets focus. */
  isFocused?: boolean
  send: (body: Readonly<Record<string, FlowScalar>>) => Promise<SendResult>
}

const values = z.record(z.string(), z.union([z.string(), z.boolean(), z.number(), z.nan(), z.null()]))

/** A form as described by the identity service. */
export function FlowForm({ label, nodes, typed, isFocused = false, send: sendBody }: Props) {
  // After success another form follows, so the input of this one must not be kept.
  const isTaken = useRef(false)
  const send: Props['send'] = async (body) => {
    const sent = await sendBody(body)
    isTaken.current = sent.is === 'shown' && sent.flow.state === 'success'
    return sent
  }
  const groups = groupNodes(nodes)
  const buttons = groups.flatMap(({ parts }) => parts).flatMap((part) => (Array.isArray(part) ? part : []))
  const enter = useRef<HTMLButtonElement>(null)
  const primary = buttons.find(
    ({ name, type }) => type === 'submit' && (name === 'method' || name.endsWith('_confirm'))
  )
  const { confirmRemoval, dialog } = useRemovalDialog()
  const { trigger, triggerResult } = useSecurityKey(nodes, send)

  const answer = async (sent: SendResult): Promise<Rejection | void> => {
    if (sent.is === 'message') return { message: sent.message }
    if (sent.is === 'left') return
    const fields = serviceErrors(sent.flow.nodes.filter(isIn(nodes)))
    if (Object.keys(fields).length > 0) return { fields }
    const groupNames = new Set(nodes.map(({ group }) => group))
    const other = otherErrors(sent.flow.nodes.filter(({ group }) => groupNames.has(group)))
    if (other !== '') announce(other, { urgent: true })
    if (other !== '' || flowHasErrors(sent.flow)) focusToCorrect(enter.current?.form)
  }
  const submit = (given: FieldInput, element?: HTMLElement) => {
    const isNamed = element instanceof HTMLButtonElement && element !== enter.current
    const pressed = isNamed ? pressedOf(buttons, element) : findEnterButton(buttons, focusedGroup(nodes, enter.current))
    if (!pressed) return
    if (pressed.trigger !== undefined) return trigger(pressed, given)
    const errors = validateFields(nodes, given, pressed)
    if (Object.keys(errors).length > 0) return { fields: errors }
    return confirmRemoval(pressed).then((yes) =>
      yes ? send(buildFlowBody(nodes, given, pressed)).then(answer) : undefined
    )
  }

  return (
    <>
      <Form
        label={label}
        schema={values}
        defaultValues={initialFieldValues(nodes, typed.current)}
        problems={serviceErrors(nodes)}
        onSubmit={submit}
        actions={null}
      >
        {/* Browsers press the first button of a form on Enter, which may not be the method of the field. */}
        <button ref={enter} type="submit" className="visually-hidden" tabIndex={-1} aria-hidden="true" />
        <FieldErrorList fields={inputFields(nodes)} />
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
                  triggerResult={part.some(({ type }) => type === 'button') ? triggerResult : undefined}
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
      {dialog}
    </>
  )
}

/** Asks for confirmation before a button removes a sign-in method. */
function useRemovalDialog() {
  const [asking, setAsking] = useState<{ button: FlowInput; resolve: (yes: boolean) => void }>()
  const close = (yes: boolean) => {
    asking?.resolve(yes)
    setAsking(undefined)
  }
  return {
    /** @returns whether the button removes nothing or its removal was confirmed */
    confirmRemoval: (button: FlowInput): Promise<boolean> =>
      removalEffects[button.name] === undefined
        ? Promise.resolve(true)
        : new Promise((resolve) => setAsking({ button, resolve })),
    dialog: asking && (
      <ConfirmDialog
        title={`${asking.button.label}?`}
        verb="delete"
        yes={asking.button.label}
        onCancel={() => close(false)}
        onConfirm={() => close(true)}
      >
        {removalEffects[asking.button.name]}
      </ConfirmDialog>
    ),
  }
}

/** Sends the response of a security key, for buttons that act in the browser. */
function useSecurityKey(nodes: readonly FlowNode[], send: Props['send']) {
  const [triggerResult, setTriggerResult] = useState<string>()
  const showMessage = (message: string) => {
    setTriggerResult(message)
    announce(message, { urgent: true })
  }
  const trigger = async (button: FlowInput, given: FieldInput) => {
    if (button.trigger === undefined || button.trigger === 'unknown') return
    setTriggerResult(undefined)
    try {
      const credential = await requestSecurityKey(button.trigger, String(button.value))
      const target = button.trigger === 'oryWebAuthnLogin' ? 'webauthn_login' : 'webauthn_register'
      const body = buildFlowBody(nodes, given, { name: 'method', value: 'webauthn', group: button.group })
      const sent = await send({ ...body, [target]: credential })
      if (sent.is === 'message') showMessage(sent.message)
    } catch (error) {
      showMessage(error instanceof Error ? error.message : String(error))
    }
  }
  return { trigger, triggerResult }
}

/** The group of the focused field, if it belongs to the form of this button. */
function focusedGroup(nodes: readonly FlowNode[], button: HTMLButtonElement | null): string | undefined {
  const focused = document.activeElement
  if (!(focused instanceof HTMLInputElement) || focused.form !== button?.form) return undefined
  return inputFields(nodes).find(({ name }) => fieldKey(name) === focused.name)?.group
}

/** The errors of several fields, with a link to each. The error of a single field is shown only at the field. */
function FieldErrorList({ fields }: { fields: readonly FlowInput[] }) {
  const { serverErrors } = useFormContextValue()
  const id = useId()
  const wrong = fields.flatMap(({ name, label }) => {
    const words = serverErrors[fieldKey(name)]
    return words === undefined ? [] : [{ key: fieldKey(name), label: label || name, words }]
  })
  if (wrong.length < 2) return null
  return (
    <div className={css.message} data-tone="error" role="group" aria-labelledby={id}>
      <p id={id}>{wrong.length} fields need another look:</p>
      <ul className={css.problems}>
        {wrong.map(({ key, label, words }) => (
          <li key={key}>
            <a
              href={`#${key}`}
              onClick={(event) => {
                event.preventDefault()
                const named = event.currentTarget.closest('form')?.elements.namedItem(key)
                if (named instanceof HTMLElement) named.focus()
              }}
            >
              {label}
            </a>
            : {words}
          </li>
        ))}
      </ul>
    </div>
  )
}

type ButtonsProps = {
  buttons: readonly FlowInput[]
  primary: FlowInput | undefined
  /** The result of a button that acts in the browser. */
  triggerResult: string | undefined
  onTrigger: (button: FlowInput, given: FieldInput) => void
}

function Buttons({ buttons, primary, triggerResult, onTrigger }: ButtonsProps) {
  const { getValues } = useFormContext<Record<string, FlowFieldValue>>()
  return (
    <div className={css.stack}>
      {triggerResult && (
        <p className={css.message} data-tone="error">
          {triggerResult}
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
          if (!isTaken.current) typed.current = { ...typed.current, ...reusableInput(nodes, now as FieldInput) }
        },
      }),
    [subscribe, nodes, typed, isTaken]
  )
  useEffect(() => {
    const fields = [...(here.current?.closest('form')?.querySelectorAll<HTMLInputElement>('input') ?? [])]
    if (isFocused) (fields.find(({ value }) => value === '') ?? fields[0])?.focus()
    // Runs only once, because the user may move focus afterwards.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])
  return <span ref={here} hidden />
}

/** Focuses the field to correct after an error without a field: a secret field, or else the first one. */
function focusToCorrect(form: HTMLFormElement | null | undefined): void {
  const typedIn = 'input:not([type="hidden"], [type="checkbox"], [readonly])'
  const fields = [...(form?.querySelectorAll<HTMLInputElement>(typedIn) ?? [])]
  const field = fields.find((one) => one.dataset['secret'] !== undefined) ?? fields[0]
  field?.focus()
  field?.select()
}

/** The errors that do not belong to a field. Field errors get focus. */
function otherErrors(nodes: readonly FlowNode[]): string {
  const fields = new Set<FlowNode>(inputFields(nodes))
  const messages = nodes.filter((node) => !fields.has(node) && !isHiddenNode(node)).flatMap((node) => node.messages)
  return messages.flatMap(({ type, text }) => (type === 'error' ? [text] : [])).join(' ')
}

export const flowHasErrors = ({ messages }: Pick<Flow, 'messages'>) => messages.some(({ type }) => type === 'error')

const isIn = (nodes: readonly FlowNode[]) => {
  const names = new Set(inputFields(nodes).map(({ name }) => name))
  return (node: FlowNode) => node.is === 'input' && names.has(node.name)
}

function pressedOf(buttons: readonly FlowInput[], { name, value }: HTMLButtonElement): FlowInput | undefined {
  return buttons.find((button) => !button.isDisabled && button.name === name && String(button.value) === value)
}

/** Identifies a form. While it stays the same, input and focus are kept. */
export const formIdentity = (nodes: readonly FlowNode[]) =>
  inputFields(nodes)
    .map(({ name, type }) => `${fieldKey(name)}:${type}`)
    .join(' ')
