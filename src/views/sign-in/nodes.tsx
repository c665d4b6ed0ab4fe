import { useId } from 'react'
import { useFormState } from 'react-hook-form'
import type { FlowAnchor, FlowNode, FlowImage, FlowInput, FlowMessage, FlowText } from '@/api/sign-in/flow'
import { resolveRedirect } from '@/lib/sign-in/return-to'
import { Button } from '../../ui/button'
import buttonCss from '../../ui/button.module.css'
import { CopyBlock } from '../../ui/copy-block'
import { Bind, type BoundField } from '../../ui/form/bind'
import { NumberField } from '../../ui/form/fields/number'
import { PasswordField } from '../../ui/form/fields/password'
import { SelectField } from '../../ui/form/fields/select'
import { TextField } from '../../ui/form/fields/text'
import { ToggleField } from '../../ui/form/fields/toggle'
import { BackupCodes } from './backup-codes'
import { isCodeField, fieldKey, fieldControl } from './flow-body'
import css from './sign-in.module.css'
import { securityKeyRefusal } from './webauthn'

/** Renders a node by its type and name, because its id and label may change between releases of the service. */
export function NodeView({ node }: { node: Exclude<FlowNode, FlowInput> }) {
  const nodeMessages = useNodeMessages(node.messages)
  return (
    <>
      <Bare node={node} describedBy={nodeMessages.id} />
      {nodeMessages.messages}
    </>
  )
}

type Described<N> = { node: N; describedBy: string | undefined }

function Bare({ node, describedBy }: Described<Exclude<FlowNode, FlowInput>>) {
  switch (node.is) {
    case 'text':
      return <TextView node={node} describedBy={describedBy} />
    case 'img':
      return <ImgView node={node} describedBy={describedBy} />
    case 'a':
      return <AnchorView node={node} describedBy={describedBy} />
  }
}

/** The service's messages about a node that is not a field, and the id that links them to the node. */
function useNodeMessages(messages: readonly FlowMessage[]) {
  const id = useId()
  if (messages.length === 0) return { id: undefined, messages: null }
  return {
    id,
    messages: (
      <div id={id} className={css.messages}>
        {messages.map(({ text, type }) => (
          <p key={text} className={css.message} data-tone={type}>
            {text}
          </p>
        ))}
      </div>
    ),
  }
}

const textsOf = (messages: readonly FlowMessage[]) => messages.map(({ text }) => text).join(' ')

export function FieldView({ input }: { input: FlowInput }) {
  const help = textsOf(input.messages.filter(({ type }) => type !== 'error'))
  const shared = {
    label: input.label || input.name,
    isRequired: input.isRequired,
    isReadOnly: input.isDisabled,
    ...(help === '' ? {} : { help }),
  }
  const name = fieldKey(input.name)
  switch (fieldControl(input)) {
    case 'toggle':
      return <Bind<boolean> name={name}>{(bound) => <ToggleField {...bound} {...shared} />}</Bind>
    case 'select': {
      const options = input.options.map((value) => ({ value: String(value), label: String(value) }))
      return <Bind<string> name={name}>{(bound) => <SelectField {...bound} {...shared} options={options} />}</Bind>
    }
    case 'number':
      return <Bind<number | null> name={name}>{(bound) => <NumberField {...bound} {...shared} />}</Bind>
    case 'password': {
      // Password managers rely on these values. The default is the current password.
      const fill = input.autocomplete === 'new-password' ? 'new-password' : 'current-password'
      return <Bind<string> name={name}>{(bound) => <PasswordField {...bound} {...shared} autoComplete={fill} />}</Bind>
    }
    case 'text':
      return (
        <Bind<string> name={name}>
          {(bound) => (
            <TextField {...bound} {...shared} {...(isCodeField(input) ? codeProps(input, bound) : textProps(input))} />
          )}
        </Bind>
      )
  }
}

/** Users may paste codes in groups, so spaces are removed and not counted. */
const codeProps = (input: FlowInput, bound: BoundField<string>) => ({
  isMono: true,
  kind: input.name === 'lookup_secret' ? ('text' as const) : ('numeric' as const),
  // A backup code is on paper, so it cannot be filled in from a message.
  autoComplete: input.name === 'lookup_secret' ? 'off' : 'one-time-code',
  onChange: (text: string) => bound.onChange(text.replaceAll(/\s/g, '').slice(0, input.maxLength)),
})

const kinds = { email: 'email', url: 'url', tel: 'tel' } as const
const types = { ...kinds, date: 'date', 'datetime-local': 'datetime-local' } as const
const of = <T,>(table: Readonly<Record<string, T>>, key: string): T | undefined => table[key]

const textProps = ({ name, type, autocomplete, maxLength }: FlowInput) => ({
  kind: of(kinds, type),
  type: of(types, type),
  maxLength,
  // Services often omit it on `identifier`, where password managers need it most.
  autoComplete: autocomplete !== '' ? autocomplete : name === 'identifier' ? 'username' : 'off',
})

type ButtonProps = {
  input: FlowInput
  isPrimary: boolean
  /** Performs the action of the button in the browser, then sends the form. */
  onTrigger: (input: FlowInput) => void
}

const OLD = 'This control requires a script from the sign-in service, which this console does not run.'

export function ButtonView({ input, isPrimary, onTrigger }: ButtonProps) {
  const label = input.label || String(input.value) || input.name
  const { isSubmitting } = useFormState()
  const nodeMessages = useNodeMessages(input.messages)
  const locked = input.isDisabled ? textsOf(input.messages) || NOT_NOW : undefined
  if (input.type === 'button' || input.trigger !== undefined) {
    const refusal = input.trigger === undefined || input.trigger === 'unknown' ? OLD : securityKeyRefusal()
    return (
      <>
        <Button
          className={css.wide}
          refusal={refusal ?? locked}
          describedBy={nodeMessages.id}
          onPress={() => onTrigger(input)}
        >
          {label}
        </Button>
        {nodeMessages.messages}
      </>
    )
  }
  const refusal = locked ?? (isSubmitting ? 'Being sent.' : undefined)
  return (
    <>
      <button
        type="submit"
        name={input.name}
        value={String(input.value)}
        className={`${buttonCss.button} ${css.wide}`}
        data-tone={isPrimary ? 'primary' : 'plain'}
        tabIndex={0}
        // Not `disabled`, so that it stays focusable and gives the reason; the form prevents sending twice.
        aria-disabled={refusal !== undefined || undefined}
        aria-describedby={nodeMessages.id}
        title={refusal}
        {...{ 'aria-description': refusal }}
      >
        {label}
      </button>
      {nodeMessages.messages}
    </>
  )
}

const NOT_NOW = 'The sign-in service does not allow this at the moment.'

function TextView({ node, describedBy }: Described<FlowText>) {
  const secret = node.text.context?.['secret']
  const shown = node.secrets ? (
    <BackupCodes label={node.label} codes={node.secrets} />
  ) : typeof secret === 'string' ? (
    <CopyBlock label={node.label || 'Secret'} code={secret} />
  ) : undefined
  if (shown && describedBy === undefined) return shown
  if (shown) {
    return (
      <div role="group" aria-label={node.label || 'Secret'} aria-describedby={describedBy}>
        {shown}
      </div>
    )
  }
  return (
    <p aria-describedby={describedBy}>
      {node.label && <span className={css.term}>{node.label} </span>}
      {node.text.text}
    </p>
  )
}

/** Images from other origins are not shown, because loading them would reveal the visitor. */
const mayShow = (src: string) =>
  /^data:image\/(?:png|svg\+xml|jpeg)[;,]/i.test(src) ||
  (URL.canParse(src, location.origin) && new URL(src, location.origin).origin === location.origin)

function ImgView({ node: { src, label, width, height }, describedBy }: Described<FlowImage>) {
  if (!mayShow(src)) return null
  return (
    <img className={css.picture} src={src} alt={label} width={width} height={height} aria-describedby={describedBy} />
  )
}

function AnchorView({ node, describedBy }: Described<FlowAnchor>) {
  const href = resolveRedirect(node.href, location.origin)
  if (href === undefined) return <p aria-describedby={describedBy}>{node.title}</p>
  return (
    <a className={css.go} href={href} rel="noreferrer" aria-describedby={describedBy}>
      {node.title}
    </a>
  )
}
