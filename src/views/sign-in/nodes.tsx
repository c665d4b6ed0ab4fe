import { Button as AriaButton } from 'react-aria-components/Button'
import { useFormState } from 'react-hook-form'
import type { Anchor, FlowNode, Img, Input, Text } from '../../api/flow'
import { redirectTo } from '../../lib/return-to'
import { Button } from '../../ui/button'
import buttonCss from '../../ui/button.module.css'
import { CopyBlock } from '../../ui/copy-block'
import { Bind, type Bound } from '../../ui/form/bind'
import { PasswordField } from '../../ui/form/fields/password'
import { SelectField } from '../../ui/form/fields/select'
import { TextField } from '../../ui/form/fields/text'
import { ToggleField } from '../../ui/form/fields/toggle'
import { BackupCodes } from './backup-codes'
import { isCode, keyOf } from './body'
import css from './sign-in.module.css'
import { keyRefusal } from './webauthn'

/** Shows a node by its type and name; its id and label may change with releases of the service. */
export function NodeView({ node }: { node: Exclude<FlowNode, Input> }) {
  switch (node.is) {
    case 'text':
      return <TextView node={node} />
    case 'img':
      return <ImgView node={node} />
    case 'a':
      return <AnchorView node={node} />
  }
}

export function FieldView({ input }: { input: Input }) {
  const help = input.messages
    .filter(({ type }) => type !== 'error')
    .map(({ text }) => text)
    .join(' ')
  const shared = {
    label: input.label || input.name,
    isRequired: input.isRequired,
    ...(help === '' ? {} : { help }),
  }
  const name = keyOf(input.name)
  const locked = { isReadOnly: input.isDisabled }
  if (input.type === 'checkbox')
    return <Bind<boolean> name={name}>{(bound) => <ToggleField {...bound} {...shared} {...locked} />}</Bind>
  if (input.options.length > 0)
    return (
      <Bind<string> name={name}>
        {(bound) => (
          <SelectField
            {...bound}
            {...shared}
            {...locked}
            options={input.options.map((value) => ({ value, label: value }))}
          />
        )}
      </Bind>
    )
  if (input.type === 'password') {
    // Password managers rely on these values. Unless the service says otherwise, it is a password for signing in.
    const fill = input.autocomplete === 'new-password' ? 'new-password' : 'current-password'
    return <Bind<string> name={name}>{(bound) => <PasswordField {...bound} {...shared} autoComplete={fill} />}</Bind>
  }
  return (
    <Bind<string> name={name}>
      {(bound) => (
        <TextField
          {...bound}
          {...shared}
          {...locked}
          {...(isCode(input) ? codeProps(input, bound) : textProps(input))}
        />
      )}
    </Bind>
  )
}

/** People may paste codes in groups, so spaces are removed. */
const codeProps = (input: Input, bound: Bound<string>) => ({
  isMono: true,
  kind: input.name === 'lookup_secret' ? ('text' as const) : ('numeric' as const),
  // A backup code is on paper, so it cannot be filled in from a message.
  autoComplete: input.name === 'lookup_secret' ? 'off' : 'one-time-code',
  onChange: (text: string) => bound.onChange(text.replaceAll(/\s/g, '')),
})

const kinds = { email: 'email', url: 'url', tel: 'tel', number: 'numeric' } as const
const pickers = { date: 'date', 'datetime-local': 'datetime-local' } as const
const of = <T,>(table: Readonly<Record<string, T>>, key: string): T | undefined => table[key]

const textProps = ({ name, type, autocomplete }: Input) => ({
  kind: of(kinds, type),
  picker: of(pickers, type),
  // Services leave it out on `identifier`, which password managers need most.
  autoComplete: autocomplete !== '' ? autocomplete : name === 'identifier' ? 'username' : 'off',
})

type ButtonProps = {
  input: Input
  isPrimary: boolean
  /** Performs the action of the button in the browser, then sends the form. */
  onTrigger: (input: Input) => void
}

const OLD = 'This needs code that comes with the page of the sign-in service, which this console does not run.'

export function ButtonView({ input, isPrimary, onTrigger }: ButtonProps) {
  const label = input.label || input.value || input.name
  const { isSubmitting } = useFormState()
  if (input.type === 'button' || input.trigger !== undefined) {
    const refusal = input.trigger === undefined || input.trigger === 'unknown' ? OLD : keyRefusal()
    return (
      <Button
        className={css.wide}
        refusal={refusal ?? (input.isDisabled ? NOT_NOW : undefined)}
        onPress={() => onTrigger(input)}
      >
        {label}
      </Button>
    )
  }
  const refusal = input.isDisabled ? NOT_NOW : isSubmitting ? 'Being sent.' : undefined
  return (
    <AriaButton
      type="submit"
      name={input.name}
      value={input.value}
      className={`${buttonCss.button} ${css.wide}`}
      data-tone={isPrimary ? 'primary' : 'plain'}
      // Not `disabled`, so that it stays focusable and gives the reason; the form prevents sending twice.
      render={(button) => (
        <button
          {...button}
          aria-disabled={refusal !== undefined || undefined}
          title={refusal}
          {...{ 'aria-description': refusal }}
        />
      )}
    >
      {label}
    </AriaButton>
  )
}

const NOT_NOW = 'The sign-in service does not allow this now.'

function TextView({ node }: { node: Text }) {
  if (node.secrets) return <BackupCodes label={node.label} codes={node.secrets} />
  const secret = node.text.context?.['secret']
  if (typeof secret === 'string') return <CopyBlock label={node.label || 'Secret'} code={secret} />
  return (
    <p>
      {node.label && <span className={css.term}>{node.label} </span>}
      {node.text.text}
    </p>
  )
}

/** Pictures of other origins are not shown, because loading them would reveal the visitor. */
const mayShow = (src: string) =>
  /^data:image\/(?:png|svg\+xml|jpeg)[;,]/i.test(src) ||
  (URL.canParse(src, location.origin) && new URL(src, location.origin).origin === location.origin)

function ImgView({ node }: { node: Img }) {
  if (!mayShow(node.src)) return null
  return <img className={css.picture} src={node.src} alt={node.label} width={node.width} height={node.height} />
}

function AnchorView({ node }: { node: Anchor }) {
  const href = redirectTo(node.href, location.origin)
  if (href === undefined) return <p>{node.title}</p>
  return (
    <a className={css.go} href={href} rel="noreferrer">
      {node.title}
    </a>
  )
}
